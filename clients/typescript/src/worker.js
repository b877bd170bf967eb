import { EventEmitter } from 'node:events';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { RotaError } from './errors.js';
import { Execution } from './execution.js';

const REPORTS_AT_ONCE = 500;
const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 5000;

/**
 * A Worker takes jobs from a server and runs their handlers until it is drained. It has one request under way that asks
 * for jobs and hands in reports, one for reports that come meanwhile, and one for heartbeats.
 *
 * Events: `started` (job), `finished` (job, report), `fenced` (verdict), `lost` (job), `unavailable` (error), `available`.
 */
export class Worker extends EventEmitter {
  #client;
  #options;
  #wants;
  #running = new Set();
  #reports = [];
  #handing = 0;
  #draining = false;
  #asking = false;
  #away = false;
  #awake = deferred();
  #loops = null;
  #over = deferred();
  #stop = new AbortController();

  constructor(client, options = {}) {
    super();
    this.#client = client;
    this.#options = {
      workerId: `${hostname()}-${process.pid}`,
      queues: { [options.queue ?? 'default']: options.concurrency ?? 10 },
      handlers: {},
      capabilities: [],
      leaseSeconds: 60,
      waitSeconds: 5,
      drainSeconds: 30,
      graceSeconds: 2,
      ...options,
    };
    this.#options.beatSeconds ??= Math.min(1, this.#options.leaseSeconds / 4);
    this.#wants = Object.entries(this.#options.queues);
    if (!this.#options.handler && Object.keys(this.#options.handlers).length === 0) {
      throw new TypeError('a worker needs a handler: give handlers by kind, or one handler for every kind');
    }
  }

  get workerId() {
    return this.#options.workerId;
  }

  /** How many handlers run now. */
  get running() {
    return this.#running.size;
  }

  /** Begins to take jobs. */
  start() {
    this.#loops ??= [this.#loop(() => this.#claim()), this.#loop(() => this.#flush()), this.#beats()];
    return this;
  }

  /** Starts, drains on SIGTERM and SIGINT, and ends when everything is done and reported. */
  async run() {
    const drain = () => this.drain();
    process.once('SIGTERM', drain).once('SIGINT', drain);
    try {
      await this.start().#over.promise;
    } finally {
      process.off('SIGTERM', drain).off('SIGINT', drain);
    }
  }

  /**
   * Stops: takes nothing more, lets handlers finish until the deadline, tells them to stop then, and reports everything.
   * What could not be reported is recovered by the server when its lease ends.
   */
  async drain(seconds = this.#options.drainSeconds) {
    if (!this.#draining) {
      this.#draining = true;
      this.#wake();
      await this.#end(seconds);
      this.#over.resolve();
    }
    return this.#over.promise;
  }

  async #end(seconds) {
    await this.#until(() => this.#running.size === 0, seconds);
    this.#running.forEach((execution) => execution.stop('drain'));
    await this.#until(() => this.#running.size === 0, this.#options.graceSeconds);
    this.#running.forEach((execution) => this.#settle(execution, execution.stopped('drain')));
    await this.#until(() => this.#reports.length + this.#handing === 0 && !this.#asking, this.#options.waitSeconds + 5);
    this.#draining = 'over';
    this.#stop.abort();
    this.#wake();
    await Promise.all(this.#loops ?? []);
  }

  // ---- what goes over ----

  /** Asks for jobs while there is a free slot; waits at the server if it has nothing to hand in. */
  async #claim() {
    const wants = this.#draining ? [] : this.#wishes();
    if (wants.length === 0) return this.#draining ? false : this.#pause();
    const waits = this.#reports.length === 0;
    this.#asking = waits;
    this.#wake();
    try {
      const sent = performance.now();
      const answer = await this.#exchange({
        ...(this.#options.capabilities.length > 0 ? { capabilities: this.#options.capabilities } : {}),
        ...(this.#options.version ? { version: this.#options.version } : {}),
        lease_seconds: this.#options.leaseSeconds,
        wait_seconds: waits ? this.#options.waitSeconds : 0,
        max: Math.min(1000, wants.reduce((sum, want) => sum + want.max, 0)),
        wants,
      });
      answer.jobs.forEach((lease) => this.#begin(lease, sent));
    } finally {
      this.#asking = false;
      this.#wake();
    }
    return true;
  }

  /** Hands in reports while the claim waits at the server, or when there are no more claims. */
  async #flush() {
    if (this.#draining === 'over') return false;
    if (this.#reports.length === 0 || !(this.#asking || this.#draining)) return this.#pause();
    await this.#exchange({});
    return true;
  }

  /** One request; reports that did not get through are kept, in their order. */
  async #exchange(body) {
    const reports = body.wait_seconds > 0 ? [] : this.#reports.splice(0, REPORTS_AT_ONCE);
    this.#handing += reports.length;
    try {
      const answer = await this.#client.exchange({ worker_id: this.workerId, ...body, reports });
      this.#worked();
      answer.verdicts.filter((one) => one.verdict === 'fenced').forEach((one) => this.#tell('fenced', one));
      return answer;
    } catch (e) {
      if (e instanceof RotaError && e.status === 400 && reports.length > 0) {
        await this.#isolate(reports);
        return { verdicts: [], jobs: [] };
      }
      this.#reports.unshift(...reports);
      throw e;
    } finally {
      this.#handing -= reports.length;
      this.#wake();
    }
  }

  /** One of the reports is refused as invalid: it becomes a failure of its job, the others go over. */
  async #isolate(reports) {
    const left = [...reports];
    try {
      while (left.length > 0) {
        const [report] = left;
        try {
          await this.#client.exchange({ worker_id: this.workerId, reports: [report] });
        } catch (e) {
          if (!(e instanceof RotaError) || e.status !== 400) throw e;
          await this.#client.exchange({
            worker_id: this.workerId,
            reports: [{ job_id: report.job_id, fence: report.fence, outcome: 'failed', error_type: e.name, error_message: e.message }],
          });
        }
        left.shift();
      }
    } finally {
      this.#reports.unshift(...left);
    }
  }

  /** How many jobs of which queues and kinds could begin now. */
  #wishes() {
    const kinds = this.#options.handler ? null : Object.keys(this.#options.handlers);
    return this.#wants
      .map(([queue, slots]) => ({ queue, slots, max: slots - [...this.#running].filter((one) => one.queue === queue).length }))
      .filter((want) => want.max > 0)
      .map((want) => (kinds ? { ...want, kinds: Object.fromEntries(kinds.map((kind) => [kind, want.max])) } : want));
  }

  // ---- what runs here ----

  #begin(lease, leasedAt) {
    const execution = new Execution(lease, leasedAt);
    if (this.#draining) {
      this.#reports.push({ job_id: lease.job_id, fence: lease.fence, outcome: 'released' });
      return;
    }
    this.#running.add(execution);
    this.#call(execution);
  }

  async #call(execution) {
    const handler = this.#options.handlers[execution.kind] ?? this.#options.handler;
    const limit = execution.lease.timeout_seconds;
    const timer = limit == null ? null : setTimeout(() => this.#timeOut(execution), Math.min(limit * 1000, 2 ** 31 - 1));
    this.#tell('started', execution);
    try {
      const result = await handler(execution);
      this.#settle(execution, execution.completed(result));
    } catch (e) {
      this.#settle(execution, execution.failed(e));
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ends an execution once; what comes later is dropped. Without a report it was lost. */
  #settle(execution, report) {
    if (execution.ended) return;
    execution.ended = true;
    this.#running.delete(execution);
    if (report) {
      this.#reports.push(report);
      this.#tell('finished', execution, report);
    } else {
      this.#tell('lost', execution);
    }
    this.#wake();
  }

  #timeOut(execution) {
    execution.stop('timeout');
    this.#settle(execution, execution.failed(execution.signal.reason));
  }

  #lose(execution) {
    execution.stop('lost');
    this.#settle(execution, null);
  }

  // ---- heartbeats ----

  async #beats() {
    while (this.#draining !== 'over') {
      await this.#sleep(this.#options.beatSeconds * 1000);
      if (this.#running.size > 0) await this.#beat();
    }
  }

  async #beat() {
    const sent = performance.now();
    const alive = [...this.#running];
    const lease = this.#options.leaseSeconds;
    try {
      const answer = await this.#client.heartbeat(
        { worker_id: this.workerId, lease_seconds: lease, jobs: alive.map((execution) => execution.beat()) },
        { timeoutSeconds: Math.max(0.5, lease / 4) },
      );
      alive.forEach((execution) => (execution.leasedAt = sent));
      answer.signals.forEach((signal) => this.#hear(signal, alive));
      this.#worked();
    } catch (e) {
      alive.forEach((execution) => execution.unsaid());
      this.#failed(e);
    }
    const now = performance.now();
    alive.filter((execution) => now - execution.leasedAt > lease * 1000).forEach((execution) => this.#lose(execution));
  }

  #hear(signal, alive) {
    const execution = alive.find((one) => one.fence === signal.fence);
    if (signal.signal === 'cancel') execution?.stop('cancel');
    else if (execution) this.#lose(execution);
  }

  // ---- loops ----

  /** Does a step again and again; after an error it waits, longer each time, and tries again. */
  async #loop(step) {
    let pause = FIRST_PAUSE;
    for (;;) {
      try {
        if (!(await step())) return;
        pause = FIRST_PAUSE;
      } catch (e) {
        this.#failed(e);
        if (this.#draining === 'over') return;
        await this.#sleep(pause * (0.5 + Math.random() / 2));
        pause = Math.min(2 * pause, LONGEST_PAUSE);
      }
    }
  }

  #failed(error) {
    const first = !this.#away;
    this.#away = true;
    if (first && !this.#tell('unavailable', error)) console.error(`The worker ${this.workerId} tries again: ${error.message}`);
  }

  #worked() {
    const again = this.#away;
    this.#away = false;
    if (again) this.#tell('available');
  }

  /** Whether somebody listens; what a listener throws changes nothing here. */
  #tell(event, ...what) {
    try {
      return this.emit(event, ...what);
    } catch (e) {
      console.error(`A listener of the worker failed event=${event}`, e);
      return true;
    }
  }

  /** Sleeps, but not longer than the worker lives. */
  #sleep(millis) {
    return sleep(millis, undefined, { signal: this.#stop.signal }).catch(() => {});
  }

  /** Waits until something has changed. */
  async #pause() {
    await this.#awake.promise;
    return true;
  }

  #wake() {
    const before = this.#awake;
    this.#awake = deferred();
    before.resolve();
  }

  async #until(condition, seconds) {
    const end = performance.now() + seconds * 1000;
    while (!condition() && performance.now() < end) {
      const timer = new AbortController();
      await Promise.race([this.#awake.promise, sleep(end - performance.now(), undefined, { signal: timer.signal }).catch(() => {})]);
      timer.abort();
    }
  }
}

function deferred() {
  let resolve;
  const promise = new Promise((done) => (resolve = done));
  return { promise, resolve };
}
