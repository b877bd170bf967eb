import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import * as exported from '../src/index.js';
import { RotaClient, RotaError, Unavailable } from '../src/index.js';
import { freePort, startServer } from './server.js';

let server;
let client;

before(async () => {
  server = await startServer({ ROTA_AUTH: 'token', ROTA_TOKEN: 'open-sesame-open-sesame' });
  client = new RotaClient({ url: server.url, token: 'open-sesame-open-sesame' });
});

after(() => server.close());

test('a job is stored, looked at and controlled', async () => {
  const { id, status, duplicate } = await client.enqueue({ kind: 'k', queue: 'idle', payload: { a: [1, 'ö'] }, tags: ['t'] });
  assert.equal(status, 'pending');
  assert.equal(duplicate, false);
  const job = await client.get(id);
  assert.deepEqual(job.payload, { a: [1, 'ö'] });
  assert.equal((await client.pause(id)).status, 'paused');
  assert.equal((await client.resume(id)).status, 'pending');
  assert.equal((await client.cancel(id)).status, 'cancelled');
  assert.equal((await client.retry(id)).status, 'pending');
  assert.deepEqual((await client.list({ queue: 'idle', tag: 't' })).jobs.map((one) => one.id), [id]);
  assert.equal((await client.executions(id)).total, 0);
});

test('an enqueue that is repeated makes one job', async () => {
  const job = { kind: 'k', queue: 'idle', idempotency_key: 'order-4711' };
  const first = await client.enqueue(job);
  const second = await client.enqueue(job);
  assert.equal(second.id, first.id);
  assert.equal(second.duplicate, true);
});

test('many jobs go as a stream', async () => {
  function* jobs() {
    for (let i = 0; i < 2500; i++) yield { kind: 'k', queue: 'bulk', payload: i };
  }
  assert.deepEqual(await client.enqueueAll(jobs()), { received: 2500, enqueued: 2500 });
});

test('a stream with a wrong job is refused as a whole', async () => {
  await assert.rejects(client.enqueueAll([{ kind: 'k', queue: 'none' }, { kind: 'k', priority: 101 }]), (e) => {
    assert.ok(e instanceof RotaError);
    assert.equal(e.status, 400);
    assert.equal(e.code, 'invalid-input');
    assert.equal(e.field, 'line 2.priority');
    return true;
  });
  assert.deepEqual((await client.list({ queue: 'none' })).jobs, []);
});

test('what is not there is null, and what is forbidden says why', async () => {
  assert.equal(await client.get('1'), null);
  const { id } = await client.enqueue({ kind: 'k', queue: 'idle' });
  await client.cancel(id);
  await assert.rejects(client.pause(id), { name: 'RotaError', status: 409, code: 'forbidden-transition' });
});

test('a wrong token is refused', async () => {
  await assert.rejects(new RotaClient({ url: server.url, token: 'no' }).get('1'), { status: 401 });
});

test('a server that is not there is unavailable', async () => {
  const nowhere = new RotaClient({ url: `http://127.0.0.1:${await freePort()}` });
  await assert.rejects(nowhere.get('1'), Unavailable);
});

test('every export and method is declared in the types', () => {
  const types = readFileSync(new URL('../src/index.d.ts', import.meta.url), 'utf8');
  for (const [name, value] of Object.entries(exported)) {
    assert.match(types, new RegExp(`export class ${name}\\b`));
    for (const method of Object.getOwnPropertyNames(value.prototype)) {
      if (method !== 'constructor') assert.match(types, new RegExp(`\\b${method}[(:]`), `${name}.${method}`);
    }
  }
});
