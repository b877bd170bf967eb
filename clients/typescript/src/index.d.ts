import { EventEmitter } from 'node:events';

export type JobStatus = 'pending' | 'scheduled' | 'running' | 'paused' | 'completed' | 'failed' | 'cancelled';

/** A job as its caller wishes it; what is not said is left to the queue, then to Rota. */
export interface NewJob {
  kind: string;
  payload?: unknown;
  queue?: string;
  /** 0 to 100. */
  priority?: number;
  run_at?: string;
  delay_seconds?: number;
  max_retries?: number;
  retry?: { base_seconds?: number; factor?: number; cap_seconds?: number; jitter?: number };
  unique?: {
    key: string;
    scope?: 'pending' | 'live' | 'period';
    period_seconds?: number;
    on_duplicate?: 'keep' | 'replace_payload' | 'extend_delay' | 'replace_payload_and_extend_delay';
  };
  concurrency_key?: string;
  concurrency_limit?: number;
  requires?: string[];
  timeout_seconds?: number;
  /** How much one execution may take; kept by `rota work --cmd` and by workers in Java. */
  limits?: Limits;
  tags?: string[];
  metadata?: Record<string, unknown>;
  trace?: string;
  /** Makes repeating this very enqueue safe for 24 hours. */
  idempotency_key?: string;
  /** Whose job it is: within a priority, tenants share workers by their weights. */
  tenant?: string;
  /** The jobs it waits for: their ids, or their names in a graph. */
  depends_on?: string[];
  /** What becomes of it when one of them does not complete. Default: cancel */
  on_parent_failure?: 'cancel' | 'fail' | 'run';
  /** A template whose members stand where this says nothing; then the kind may be left to it. */
  template?: string;
  parameters?: Record<string, unknown>;
}

export interface Limits {
  cpu_seconds?: number | null;
  memory_mb?: number | null;
  /** The same as timeout_seconds. */
  wall_seconds?: number | null;
}

/** A job of a graph, by whose name others may wait for it. */
export interface GraphJob extends NewJob {
  name: string;
}

export interface NewBatch {
  name: string;
  jobs?: NewJob[];
  /** Whether more jobs may be added, until it is closed. */
  open?: boolean;
  /** Runs when all jobs of the batch have ended. */
  on_complete?: NewJob;
  /** Runs when the first of them has failed. */
  on_failure?: NewJob;
}

export interface Batch {
  id: string;
  name: string;
  status: 'running' | 'completed' | 'failed';
  open: boolean;
  jobs: number;
  pending: number;
  running: number;
  completed: number;
  failed: number;
  cancelled: number;
  progress: number;
  /** The ids of the jobs that follow. */
  on_complete: string | null;
  on_failure: string | null;
  [member: string]: any;
}

export interface Enqueued {
  id: string;
  status: JobStatus;
  kind: string;
  queue: string;
  duplicate: boolean;
}

export interface Job {
  id: string;
  kind: string;
  queue: string;
  status: JobStatus;
  waiting_on: string | null;
  tenant: string | null;
  payload: any;
  priority: number;
  effective_priority: number;
  attempt: number;
  current_retry_count: number;
  max_retries: number;
  tags: string[];
  metadata: Record<string, any>;
  created_at: string;
  next_run_at: string | null;
  started_at: string | null;
  completed_at: string | null;
  cancelled_at: string | null;
  cancel_requested: boolean;
  progress: number | null;
  progress_message: string | null;
  error_message: string | null;
  result: any;
  [member: string]: any;
}

export interface Lease {
  job_id: string;
  fence: string;
  kind: string;
  queue: string;
  payload: any;
  attempt: number;
  current_retry_count: number;
  max_retries: number;
  priority: number;
  timeout_seconds: number | null;
  tags: string[];
  metadata: Record<string, any>;
  trace: string | null;
  started_at: string;
  limits: Limits | null;
  /** What the jobs that it depends on gave. */
  parents: Record<string, any>;
}

export interface Report {
  job_id: string;
  fence: string;
  outcome: 'completed' | 'failed' | 'cancelled' | 'released';
  result?: unknown;
  error_type?: string;
  error_message?: string;
  stack_trace?: string;
  retry?: boolean;
  retry_at?: string;
  retry_after_seconds?: number;
  ran_seconds?: number;
  counters?: Record<string, number>;
  cpu_time_ms?: number;
  memory_peak_mb?: number;
  metadata?: Record<string, unknown>;
}

export interface Verdict {
  job_id: string;
  fence: string;
  verdict: 'accepted' | 'fenced';
  /** Of a refused report: what the job is now. */
  status: JobStatus | 'gone' | null;
}

export interface Exchange {
  worker_id: string;
  version?: string;
  capabilities?: string[];
  max?: number;
  wants?: { queue: string; max?: number; slots?: number; kinds?: Record<string, number> }[];
  wait_seconds?: number;
  lease_seconds?: number;
  reports?: Report[];
}

export interface Heartbeat {
  worker_id: string;
  lease_seconds?: number;
  jobs: { job_id: string; fence: string; progress?: number; message?: string }[];
}

export interface ClientOptions {
  /** Default: `ROTA_URL`, then http://127.0.0.1:8060 */
  url?: string;
  /** Default: `ROTA_TOKEN` */
  token?: string;
  /** Who asks, for the audit trail; a server that asks for a token goes by the token. */
  actor?: string;
}

export class RotaClient {
  constructor(options?: ClientOptions);
  enqueue(job: NewJob): Promise<Enqueued>;
  enqueueAll(jobs: Iterable<NewJob> | AsyncIterable<NewJob>): Promise<{ received: number; enqueued: number }>;
  enqueueGraph(jobs: GraphJob[]): Promise<{ jobs: { name: string; id: string; duplicate: boolean }[] }>;
  createBatch(batch: NewBatch): Promise<Batch>;
  addToBatch(id: string, jobs: Iterable<NewJob>): Promise<{ jobs: { id: string; duplicate: boolean }[] }>;
  closeBatch(id: string): Promise<Batch>;
  batch(id: string): Promise<Batch>;
  get(id: string): Promise<Job | null>;
  list(filter?: Record<string, string>): Promise<{ jobs: Job[]; limit: number; next_cursor: string | null }>;
  executions(id: string): Promise<{ executions: Record<string, any>[]; total: number }>;
  cancel(id: string): Promise<Job>;
  pause(id: string): Promise<Job>;
  resume(id: string): Promise<Job>;
  retry(id: string): Promise<Job>;
  exchange(body: Exchange): Promise<{ verdicts: Verdict[]; jobs: Lease[] }>;
  heartbeat(
    body: Heartbeat,
    options?: { timeoutSeconds?: number },
  ): Promise<{ signals: { job_id: string; fence: string; signal: 'cancel' | 'lost' }[]; at: string }>;
  worker(options: WorkerOptions): Worker;
}

/** A job as its handler sees it. */
export interface RunningJob {
  readonly id: string;
  readonly fence: string;
  readonly kind: string;
  readonly queue: string;
  readonly payload: any;
  readonly attempt: number;
  readonly metadata: Record<string, any>;
  readonly tags: string[];
  /** What the jobs that it depends on gave, by their names in the graph or else by their ids. */
  readonly parents: Record<string, any>;
  readonly trace: string | null;
  readonly lease: Lease;
  /** Is aborted when the handler should stop; its reason is a Stopped. */
  readonly signal: AbortSignal;
  /** Seconds until the job times out; Infinity if it has no timeout. */
  readonly remaining: number;
  throwIfStopped(): void;
  progress(percent: number, message?: string): void;
  count(counter: string, n?: number): void;
  note(metadata: Record<string, unknown>): void;
}

/** Ends well by returning the result of the job, and fails by throwing. */
export type Handler = (job: RunningJob) => unknown;

export interface WorkerOptions {
  /** Default: host name and process id. */
  workerId?: string;
  version?: string;
  /** The queue to serve. Default: "default" */
  queue?: string;
  /** How many handlers at a time. Default: 10 */
  concurrency?: number;
  /** Several queues, each with its concurrency, instead of one. */
  queues?: Record<string, number>;
  /** By kind. */
  handlers?: Record<string, Handler>;
  /** For every kind that has no handler of its own. */
  handler?: Handler;
  capabilities?: string[];
  /** How long a job may go without a heartbeat. Default: 60 */
  leaseSeconds?: number;
  /** How often to send one. Default: 1, and at most a quarter of the lease. */
  beatSeconds?: number;
  /** How long to wait at the server for a job. Default: 5 */
  waitSeconds?: number;
  /** How long handlers may take when the worker is drained. Default: 30 */
  drainSeconds?: number;
  /** How long handlers may take that were told to stop by a drain. Default: 2 */
  graceSeconds?: number;
}

export class Worker extends EventEmitter {
  constructor(client: RotaClient, options: WorkerOptions);
  readonly workerId: string;
  readonly running: number;
  start(): this;
  run(): Promise<void>;
  drain(seconds?: number): Promise<void>;
  on(event: 'started' | 'lost', listener: (job: RunningJob) => void): this;
  on(event: 'finished', listener: (job: RunningJob, report: Report) => void): this;
  on(event: 'fenced', listener: (verdict: Verdict) => void): this;
  on(event: 'unavailable', listener: (reason: Error) => void): this;
  on(event: 'available', listener: () => void): this;
}

export class RotaError extends Error {
  readonly status: number;
  readonly code: string;
  readonly field?: string;
  readonly rule?: string;
}

export class Unavailable extends Error {
  readonly code: 'source-unavailable';
}

export class DoNotRetry extends Error {}

export class RetryAfter extends Error {
  constructor(seconds: number, message?: string, options?: { cause?: unknown });
  readonly seconds: number;
}

export class Stopped extends Error {
  readonly reason: 'cancel' | 'lost' | 'timeout' | 'drain';
}
