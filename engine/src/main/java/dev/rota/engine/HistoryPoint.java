package dev.rota.engine;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A HistoryPoint is what happened to the jobs of one queue or of all in a step of time.
 *
 * @param at when the step began
 * @param waitedMs how long jobs that started in it had waited on average since they were due
 * @param pending the most jobs that were seen waiting in it, counted up to 10,001 for each queue
 * @param running the most that were seen running
 */
public record HistoryPoint(
    Instant at,
    long enqueued,
    long started,
    long completed,
    long failed,
    long cancelled,
    @Nullable Long waitedMs,
    @Nullable Long pending,
    @Nullable Long running) {}
