import { RotaError } from './errors.js';
import { Connection } from './http.js';
import { Worker } from './worker.js';

const LINES_AT_ONCE = 500;

/**
 * A RotaClient speaks with one server. What it takes and gives are the objects of the API, with the names that
 * `/openapi.json` has for their members.
 */
export class RotaClient {
  #connection;

  constructor(options) {
    this.#connection = new Connection(options);
  }

  /** Stores a job; `duplicate` in the answer says that it was there already. */
  enqueue(job) {
    return this.#connection.send('POST', '/api/v1/jobs', job);
  }

  /** Stores jobs of an iterable, all of them or none, without holding them in memory. */
  enqueueAll(jobs) {
    return this.#connection.send('POST', '/api/v1/jobs/bulk', lines(jobs), {
      headers: { 'Content-Type': 'application/x-ndjson' },
      timeoutSeconds: 3600,
    });
  }

  /** Stores jobs that wait for each other, all of them or none; they name each other in `depends_on`. */
  enqueueGraph(jobs) {
    return this.#connection.send('POST', '/api/v1/graphs', { jobs });
  }

  /** Stores jobs that belong together; with `open: true` more may be added while they run. */
  createBatch(batch) {
    return this.#connection.send('POST', '/api/v1/batches', batch);
  }

  /** Adds jobs to a batch that is open, all of them or none. */
  addToBatch(id, jobs) {
    return this.#batch('POST', id, '/jobs', { jobs: [...jobs] });
  }

  /** Says that nothing more comes: the batch ends when its jobs have. */
  closeBatch(id) {
    return this.#batch('POST', id, '/close');
  }

  /** The batch as it stands, with its counts. */
  batch(id) {
    return this.#batch('GET', id, '');
  }

  /** The job as it stands, or null if there is none. */
  async get(id) {
    try {
      return await this.#job('GET', id, '');
    } catch (e) {
      if (e instanceof RotaError && e.status === 404) return null;
      throw e;
    }
  }

  /** One page of jobs; `status`, `queue`, `kind`, `tag`, `schedule`, `limit` and `cursor` choose it. */
  list(filter = {}) {
    return this.#connection.send('GET', `/api/v1/jobs?${new URLSearchParams(filter)}`);
  }

  executions(id) {
    return this.#job('GET', id, '/executions');
  }

  cancel(id) {
    return this.#job('POST', id, '/cancel');
  }

  pause(id) {
    return this.#job('POST', id, '/pause');
  }

  resume(id) {
    return this.#job('POST', id, '/resume');
  }

  retry(id) {
    return this.#job('POST', id, '/retry');
  }

  /** Hands in reports and takes out jobs: one step of a worker, for programs that are one themselves. */
  exchange(body) {
    return this.#connection.send('POST', '/api/v1/workers/exchange', body, {
      timeoutSeconds: (body.wait_seconds ?? 0) + 30,
    });
  }

  /** Says which executions are alive; the answer has what their worker must be told. */
  heartbeat(body, { timeoutSeconds = 30 } = {}) {
    return this.#connection.send('POST', '/api/v1/workers/heartbeat', body, { timeoutSeconds });
  }

  /** Makes a worker that takes jobs from this server; it does nothing until it is started. */
  worker(options) {
    return new Worker(this, options);
  }

  #batch(method, id, action, body) {
    return this.#connection.send(method, `/api/v1/batches/${encodeURIComponent(id)}${action}`, body);
  }

  #job(method, id, action) {
    return this.#connection.send(method, `/api/v1/jobs/${encodeURIComponent(id)}${action}`);
  }
}

async function* lines(jobs) {
  const encoder = new TextEncoder();
  let batch = [];
  for await (const job of jobs) {
    batch.push(JSON.stringify(job), '\n');
    if (batch.length >= 2 * LINES_AT_ONCE) {
      yield encoder.encode(batch.join(''));
      batch = [];
    }
  }
  if (batch.length > 0) yield encoder.encode(batch.join(''));
}
