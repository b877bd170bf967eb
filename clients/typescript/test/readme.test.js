import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { RotaClient } from '../src/index.js';
import { ScrapeJobManager } from '../src/scrape.js';
import { Child, eventually, freePort, startServer } from './server.js';

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const BLOCKS = [...README.matchAll(/```js\n(.*?)```/gs)].map((match) => match[1]);
const [ENQUEUE, FOLLOW, WORK, SCRAPE] = BLOCKS;

let server;
let client;

before(async () => {
  assert.equal(BLOCKS.length, 4);
  server = await startServer();
  client = new RotaClient({ url: server.url });
});

after(() => server.close());

/** Runs an example as a program of this package. */
function run(t, name, code, env = {}) {
  const file = fileURLToPath(new URL(`./readme-${name}.mjs`, import.meta.url));
  writeFileSync(file, code);
  const child = new Child([process.execPath, file], { ROTA_URL: server.url, ...env });
  t.after(() => child.kill('SIGKILL').then(() => rmSync(file)));
  return child;
}

test('the example of a client, and the example of a worker, do what they say', async (t) => {
  const program = run(t, 'enqueue', ENQUEUE);
  assert.equal(await program.exit, 0, program.lines.join('\n'));
  assert.deepEqual(program.lines, ['pending']);
  const bad = await client.enqueue({ kind: 'resize', queue: 'images', payload: { width: 0 } });
  const worker = run(t, 'work', WORK);
  const jobs = await eventually('all are done', async () => {
    const { jobs } = await client.list({ queue: 'images' });
    return jobs.every((job) => ['completed', 'failed', 'cancelled'].includes(job.status)) && jobs;
  });
  assert.deepEqual(jobs.map((job) => job.status).sort(), ['cancelled', 'completed', 'completed', 'completed', 'failed']);
  assert.equal((await client.get(bad.id)).error_message, 'there is no such width');
  assert.equal(await worker.kill('SIGTERM'), 0);
});

test('the example of jobs that wait for others does what it says', async (t) => {
  const program = run(t, 'follow', FOLLOW);
  assert.equal(await program.exit, 0, program.lines.join('\n'));
  assert.deepEqual(program.lines, ['3']);
  const { jobs } = await client.list({ queue: 'site' });
  const index = jobs.find((job) => job.kind === 'index');
  assert.deepEqual([index.waiting_on, index.tenant], ['dependency', 'acme']);
  assert.equal(jobs.filter((job) => job.kind === 'fetch' && job.tenant === 'acme').length, 4);
});

test('scrape workers and their coordinator run as they were written', async (t) => {
  const manager = new ScrapeJobManager({ url: server.url });
  const ids = [];
  for (let i = 0; i < 12; i++) {
    ids.push((await manager.createJob({ domain: `site-${i}.example`, config: { maxPages: 11 } })).id);
  }
  const port = await freePort();
  const workers = run(t, 'scrape', SCRAPE, { PORT: port });
  await eventually('all are done', async () => (await Promise.all(ids.map((id) => manager.getJob(id)))).every((job) => job.status === 'completed'));
  for (const id of ids) {
    assert.equal((await manager.getJob(id)).stats.pagesProcessed, 11);
    assert.equal((await client.executions(id)).total, 1);
  }
  const status = await (await fetch(`http://127.0.0.1:${port}/workers/status`)).json();
  assert.equal(status.totalWorkers, 5);
  assert.equal(status.activeWorkers, 5);
  const known = await (await fetch(`${server.url}/workers/status`)).json();
  for (let i = 1; i <= 5; i++) {
    assert.ok(known.workers.some((worker) => worker.workerId === `worker-${i}`));
  }
  workers.process.kill('SIGINT');
  await workers.line('Stopping all workers...');
});

test('an update that comes too late is refused with 409', async () => {
  const first = new ScrapeJobManager({ url: server.url });
  const second = new ScrapeJobManager({ url: server.url });
  const { id } = await first.createJob({ domain: 'late.example' });
  const claim = (manager, worker) =>
    manager.fetch(`/api/scrape-jobs/${id}/claim`, { method: 'POST', headers: { 'X-Worker-ID': worker } });
  await claim(first, 'slow');
  await new ScrapeJobManager({ url: server.url }).updateJob(id, { status: 'pending' });
  await claim(second, 'quick');
  await assert.rejects(first.updateJob(id, { status: 'completed' }), { name: 'RotaError', status: 409 });
  assert.equal((await second.updateJob(id, { status: 'completed', stats: { pagesProcessed: 1 } })).status, 'completed');
});
