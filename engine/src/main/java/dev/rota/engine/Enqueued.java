package dev.rota.engine;

/**
 * An Enqueued is the answer to an enqueue: the job's id, and whether that job was there already.
 *
 * @param duplicate the unique key or the idempotency key stood for this job before
 */
public record Enqueued(long job, boolean duplicate) {}
