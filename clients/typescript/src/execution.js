import { DoNotRetry, RetryAfter, Stopped } from './errors.js';

const LONGEST_ERROR = 4096;
const LONGEST_STACK = 16384;
const WHY = {
  cancel: 'the job was cancelled',
  lost: 'the lease has ended: another worker may have the job',
  timeout: 'the handler ran longer than its timeout',
  drain: 'the worker stops',
};

/**
 * An Execution is one lease in the hands of a worker, and what its handler sees of it. It ends once: by its handler, by
 * its timeout, by the loss of its lease or with its worker.
 */
export class Execution {
  #abort = new AbortController();
  #counters = {};
  #progress = null;
  #said = null;
  #metadata;

  constructor(lease, leasedAt) {
    this.lease = lease;
    this.leasedAt = leasedAt;
    this.startedAt = performance.now();
    this.ended = false;
  }

  get id() {
    return this.lease.job_id;
  }

  get fence() {
    return this.lease.fence;
  }

  get kind() {
    return this.lease.kind;
  }

  get queue() {
    return this.lease.queue;
  }

  get payload() {
    return this.lease.payload;
  }

  get attempt() {
    return this.lease.attempt;
  }

  get metadata() {
    return this.lease.metadata;
  }

  get tags() {
    return this.lease.tags;
  }

  /** What the jobs that it depends on gave, by their names in the graph or else by their ids; null where one gave nothing. */
  get parents() {
    return this.lease.parents ?? {};
  }

  get trace() {
    return this.lease.trace;
  }

  /** Is aborted when the handler should stop; its reason is a {@link Stopped}. */
  get signal() {
    return this.#abort.signal;
  }

  /** Seconds until the job times out; Infinity if it has no timeout. */
  get remaining() {
    const limit = this.lease.timeout_seconds;
    return limit == null ? Infinity : limit - this.#ran();
  }

  throwIfStopped() {
    this.signal.throwIfAborted();
  }

  /** Says how far the job is, from 0 to 100. */
  progress(percent, message) {
    this.#progress = { progress: Math.max(0, Math.min(100, Math.round(percent))), message };
  }

  /** Adds to one of this execution's counters, such as `items_crawled`. */
  count(counter, n = 1) {
    this.#counters[counter] = (this.#counters[counter] ?? 0) + n;
  }

  /** Attaches an object to this execution; the last one stays. */
  note(metadata) {
    this.#metadata = JSON.parse(JSON.stringify(metadata));
  }

  /** What a heartbeat says of it: the progress only if it is new. */
  beat() {
    const news = this.#progress === this.#said ? {} : this.#progress;
    this.#said = this.#progress;
    return { ...this.#key(), ...news };
  }

  /** The last beat did not arrive: its progress is to be said again. */
  unsaid() {
    this.#said = null;
  }

  stop(reason) {
    this.#abort.abort(new Stopped(reason, WHY[reason]));
  }

  /** @throws {TypeError} if the result is not JSON */
  completed(result) {
    JSON.stringify(result);
    return this.#report({ outcome: 'completed', ...(result === undefined ? {} : { result }) });
  }

  /** What it means that the handler threw this, if it had been told to stop or not. */
  failed(thrown) {
    const reason = this.signal.aborted ? this.signal.reason.reason : null;
    if (reason === 'cancel' || reason === 'lost') return this.#report({ outcome: 'cancelled' });
    if (reason !== null) return this.stopped(reason);
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    return this.#report({
      outcome: 'failed',
      error_type: error.name,
      error_message: error.message.slice(0, LONGEST_ERROR),
      ...(error.stack ? { stack_trace: error.stack.slice(0, LONGEST_STACK) } : {}),
      ...(error instanceof DoNotRetry ? { retry: false } : {}),
      ...(error instanceof RetryAfter ? { retry_after_seconds: error.seconds } : {}),
    });
  }

  /** The worker itself ends it. */
  stopped(reason) {
    return this.#report({
      outcome: 'failed',
      error_type: reason === 'drain' ? 'drained' : reason,
      error_message: WHY[reason],
      ...(reason === 'drain' ? { retry_after_seconds: 0 } : {}),
    });
  }

  #report(end) {
    return {
      ...this.#key(),
      ...end,
      ran_seconds: this.#ran(),
      ...(Object.keys(this.#counters).length > 0 ? { counters: this.#counters } : {}),
      ...(this.#metadata ? { metadata: this.#metadata } : {}),
    };
  }

  #key() {
    return { job_id: this.lease.job_id, fence: this.lease.fence };
  }

  #ran() {
    return Math.round(performance.now() - this.startedAt) / 1000;
  }
}
