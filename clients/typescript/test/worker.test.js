import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { DoNotRetry, RetryAfter, RotaClient } from '../src/index.js';
import { Child, eventually, freePort, startServer } from './server.js';

const WORKER = fileURLToPath(new URL('./sample-worker.js', import.meta.url));

let server;
let client;

before(async () => {
  server = await startServer();
  client = new RotaClient({ url: server.url });
});

after(() => server.close());

/** A worker that is drained at the end of the test. */
function work(t, options, on = client) {
  const worker = on.worker({ leaseSeconds: 10, waitSeconds: 1, beatSeconds: 0.05, ...options }).start();
  t.after(() => worker.drain(0));
  return worker;
}

const ended = (id, status = 'completed') =>
  eventually(`job ${id} is ${status}`, async () => {
    const job = await client.get(id);
    return job.status === status && job;
  });

test('a handler gets its job and gives its result', async (t) => {
  const { id } = await client.enqueue({ kind: 'double', queue: 'plain', payload: { n: 21 }, metadata: { of: 'test' } });
  const worker = work(t, {
    queue: 'plain',
    workerId: 'w-1',
    version: '1.2',
    handlers: {
      double: (job) => {
        job.count('doubled');
        job.note({ attempt: job.attempt, of: job.metadata.of });
        return job.payload.n * 2;
      },
    },
  });
  const [, report] = await once(worker, 'finished');
  assert.equal(report.outcome, 'completed');
  assert.equal((await ended(id)).result, 42);
  const [execution] = (await client.executions(id)).executions;
  assert.equal(execution.worker, 'w-1');
  assert.deepEqual(execution.counters, { doubled: 1 });
  assert.deepEqual(execution.metadata, { attempt: 1, of: 'test' });
});

test('a handler finds what the parents of its job gave', async (t) => {
  const first = await client.enqueue({ kind: 'first', queue: 'parents' });
  const { jobs } = await client.enqueueGraph([
    { name: 'a', kind: 'a', queue: 'parents', depends_on: [first.id] },
    { name: 'b', kind: 'b', queue: 'parents', tenant: 'acme', depends_on: ['a', first.id] },
  ]);
  const handlers = { first: () => 1, a: (job) => job.parents[first.id] + 1, b: (job) => job.parents };
  work(t, { queue: 'parents', handlers });
  const [, b] = jobs.map((one) => one.id);
  assert.deepEqual((await ended(b)).result, { a: 2, [first.id]: 1 });
  assert.equal((await client.get(b)).tenant, 'acme');
});

test('a batch takes jobs while it runs, and what follows it finds how they fared', async (t) => {
  const job = (kind) => ({ kind, queue: 'batch', max_retries: 0 });
  const handlers = {
    good: () => 'fine',
    bad: () => {
      throw new Error('bad');
    },
    done: (running) => Object.values(running.parents)[0],
    alarm: () => 'heard',
  };
  work(t, { queue: 'batch', handlers });
  const batch = await client.createBatch({ name: 'b', jobs: [job('good')], open: true, on_complete: job('done'), on_failure: job('alarm') });
  const added = await client.addToBatch(batch.id, [job('good'), job('bad')]);
  assert.equal(added.jobs.length, 2);
  await client.closeBatch(batch.id);
  assert.deepEqual((await ended(batch.on_complete)).result, { jobs: 3, completed: 2, failed: 1, cancelled: 0 });
  assert.equal((await ended(batch.on_failure)).result, 'heard');
  const end = await client.batch(batch.id);
  assert.deepEqual([end.status, end.jobs, end.completed, end.failed], ['failed', 3, 2, 1]);
});

test('every job of a long line is done exactly once', async (t) => {
  await client.enqueueAll(Array.from({ length: 400 }, (_, i) => ({ kind: 'count', queue: 'many', payload: i })));
  const seen = [];
  const handlers = { count: async (job) => void seen.push(job.payload) };
  work(t, { queue: 'many', concurrency: 20, workerId: 'many-1', handlers });
  work(t, { queue: 'many', concurrency: 20, workerId: 'many-2', handlers });
  await eventually('all are done', async () => (await client.list({ queue: 'many', status: 'completed', limit: '500' })).jobs.length === 400);
  assert.deepEqual(seen.sort((a, b) => a - b), Array.from({ length: 400 }, (_, i) => i));
});

test('a worker takes only the kinds and the capabilities that it has', async (t) => {
  const known = await client.enqueue({ kind: 'known', queue: 'kinds', requires: ['pdf'] });
  const unknown = await client.enqueue({ kind: 'unknown', queue: 'kinds' });
  const other = await client.enqueue({ kind: 'known', queue: 'kinds', requires: ['gpu'] });
  work(t, { queue: 'kinds', capabilities: ['pdf'], handlers: { known: () => null } });
  await ended(known.id);
  assert.equal((await client.get(unknown.id)).status, 'pending');
  assert.equal((await client.get(other.id)).status, 'pending');
});

test('a failure is tried again, a final one is not', async (t) => {
  const again = await client.enqueue({ kind: 'again', queue: 'fail', max_retries: 1 });
  const final = await client.enqueue({ kind: 'final', queue: 'fail', max_retries: 5 });
  const later = await client.enqueue({ kind: 'later', queue: 'fail', max_retries: 1 });
  work(t, {
    queue: 'fail',
    handlers: {
      again: (job) => {
        if (job.attempt === 1) throw new RetryAfter(0, 'once more');
        return job.lease.current_retry_count;
      },
      final: () => {
        throw new DoNotRetry('broken for good');
      },
      later: () => {
        throw new TypeError('not now');
      },
    },
  });
  assert.equal((await ended(again.id)).result, 1);
  const failed = await ended(final.id, 'failed');
  assert.equal(failed.error_message, 'broken for good');
  assert.equal(failed.attempt, 1);
  const waiting = await ended(later.id, 'scheduled');
  assert.equal(waiting.error_message, 'not now');
  assert.equal((await client.executions(later.id)).executions[0].error_type, 'TypeError');
});

test('a result that is not JSON fails the job and nothing else', async (t) => {
  const bad = await client.enqueue({ kind: 'bad', queue: 'json', max_retries: 0 });
  const zero = await client.enqueue({ kind: 'zero', queue: 'json', max_retries: 0 });
  const good = await client.enqueue({ kind: 'good', queue: 'json' });
  work(t, { queue: 'json', handlers: { bad: () => 1n, zero: () => '\u0000', good: () => 'fine' } });
  assert.match((await ended(bad.id, 'failed')).error_message, /BigInt/);
  assert.match((await ended(zero.id, 'failed')).error_message, /u0000/);
  assert.equal((await ended(good.id)).result, 'fine');
});

test('a cancellation is seen by the handler', async (t) => {
  const { id } = await client.enqueue({ kind: 'long', queue: 'cancel' });
  let reason;
  work(t, {
    queue: 'cancel',
    handlers: {
      long: async (job) => {
        job.progress(30, 'begun');
        await new Promise((_, fail) =>
          job.signal.addEventListener('abort', () => {
            reason = job.signal.reason.reason;
            fail(job.signal.reason);
          }),
        );
      },
    },
  });
  await eventually('progress is told', async () => (await client.get(id)).progress_message === 'begun');
  await client.cancel(id);
  await ended(id, 'cancelled');
  assert.equal(reason, 'cancel');
});

test('a handler that runs too long fails by timeout', async (t) => {
  const { id } = await client.enqueue({ kind: 'slow', queue: 'timeout', max_retries: 0, timeout_seconds: 0.2 });
  const worker = work(t, { queue: 'timeout', handlers: { slow: () => new Promise(() => {}) } });
  assert.match((await ended(id, 'failed')).error_message, /longer than its timeout/);
  assert.equal(worker.running, 0);
});

test('a drained worker finishes what it runs and takes nothing more', async () => {
  const first = await client.enqueue({ kind: 'k', queue: 'drain' });
  let finish;
  const worker = client.worker({ queue: 'drain', concurrency: 1, waitSeconds: 1, handlers: { k: () => new Promise((done) => (finish = done)) } });
  worker.start();
  await once(worker, 'started');
  const second = await client.enqueue({ kind: 'k', queue: 'drain' });
  const drained = worker.drain();
  finish('in time');
  await drained;
  assert.equal((await client.get(first.id)).result, 'in time');
  assert.equal((await client.get(second.id)).status, 'pending');
});

test('a handler that does not end is told to stop by the drain, and its job is tried again', async () => {
  const { id } = await client.enqueue({ kind: 'k', queue: 'stuck' });
  const worker = client.worker({ queue: 'stuck', waitSeconds: 1, graceSeconds: 0.1, handlers: { k: () => new Promise(() => {}) } }).start();
  await once(worker, 'started');
  await worker.drain(0);
  const job = await client.get(id);
  assert.equal(job.status, 'pending');
  assert.match((await client.executions(id)).executions[0].error_type, /drained/);
});

test('SIGTERM drains a worker', async () => {
  const { id } = await client.enqueue({ kind: 'slow', queue: 'term', payload: 500 });
  const worker = new Child([process.execPath, WORKER], { ROTA_URL: server.url, QUEUE: 'term' });
  await worker.line('started');
  assert.equal(await worker.kill('SIGTERM'), 0);
  assert.equal((await client.get(id)).status, 'completed');
});

test('a killed worker is replaced, and its late answer is refused', async (t) => {
  const { id } = await client.enqueue({ kind: 'slow', queue: 'killed', payload: 600_000 });
  const killed = new Child([process.execPath, WORKER], { ROTA_URL: server.url, QUEUE: 'killed', LEASE: '1' });
  const { fence } = JSON.parse((await killed.line('started')).replace('started ', ''));
  await killed.kill('SIGKILL');
  const worker = work(t, { queue: 'killed', workerId: 'second', handlers: { slow: () => 'by the second' } });
  await once(worker, 'finished');
  const job = await ended(id);
  assert.equal(job.result, 'by the second');
  assert.equal(job.attempt, 2);
  const late = await client.exchange({ worker_id: 'first', reports: [{ job_id: id, fence, outcome: 'completed', result: 'late' }] });
  assert.equal(late.verdicts[0].verdict, 'fenced');
  assert.equal(late.verdicts[0].status, 'completed');
  assert.equal((await client.get(id)).result, 'by the second');
  const { signals } = await client.heartbeat({ worker_id: 'first', jobs: [{ job_id: id, fence }] });
  assert.equal(signals[0].signal, 'lost');
});

test('a worker that was held up too long is told so, and its report is refused', async (t) => {
  const { id } = await client.enqueue({ kind: 'k', queue: 'slow' });
  let finish;
  const slow = work(t, { queue: 'slow', concurrency: 1, leaseSeconds: 1, beatSeconds: 3600, handlers: { k: () => new Promise((done) => (finish = done)) } });
  await once(slow, 'started');
  work(t, { queue: 'slow', workerId: 'quick', handlers: { k: () => 'quick' } });
  await ended(id);
  finish('slow');
  const [verdict] = await once(slow, 'fenced');
  assert.equal(verdict.job_id, id);
  assert.equal((await client.get(id)).result, 'quick');
});

test('a worker outlives a restart of its server', async (t) => {
  const port = await freePort();
  const first = await startServer({ ROTA_PORT: port });
  const settings = { ROTA_PORT: port, ROTA_DATA_DIR: first.folder };
  const remote = new RotaClient({ url: first.url });
  const { id } = await remote.enqueue({ kind: 'k', queue: 'restart' });
  let finish;
  const worker = work(t, { queue: 'restart', leaseSeconds: 60, handlers: { k: () => new Promise((done) => (finish = done)) } }, remote);
  await once(worker, 'started');
  const away = once(worker, 'unavailable');
  const back = once(worker, 'available');
  await first.kill('SIGKILL');
  await away;
  finish('kept');
  const second = await startServer(settings);
  t.after(() => second.close());
  await back;
  await eventually('the report arrived', async () => (await remote.get(id)).status === 'completed');
  assert.equal((await remote.get(id)).result, 'kept');
  assert.equal((await remote.get(id)).attempt, 1);
});
