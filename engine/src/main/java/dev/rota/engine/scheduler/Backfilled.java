package dev.rota.engine.scheduler;

/**
 * A Backfilled is the answer to a backfill.
 *
 * @param enqueued how many times of the range got a job
 * @param left how many did not, because they ran, will run, or have no fate yet
 * @param more whether the range has further times, for another backfill
 */
public record Backfilled(int enqueued, int left, boolean more) {}
