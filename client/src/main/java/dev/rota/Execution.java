package dev.rota;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An Execution is one try at a job.
 *
 * @param id also the fence of its lease
 * @param attempt its number within the job, from 1
 * @param status running, completed, failed or cancelled
 * @param dueAt since when the job was waiting for it
 * @param token the name of the token by which the worker came in, if it needed one
 * @param retries which retry this was; 0 is the first try
 * @param counters a JSON object of what it counted
 */
public record Execution(
    long id,
    long job,
    String kind,
    String queue,
    int attempt,
    String status,
    Instant dueAt,
    Instant startedAt,
    @Nullable Instant finishedAt,
    @Nullable Duration duration,
    String worker,
    @Nullable String token,
    int retries,
    @Nullable String errorType,
    @Nullable String error,
    @Nullable String stackTrace,
    @Nullable String result,
    String counters,
    @Nullable Long cpuMillis,
    @Nullable Integer memoryPeakMb,
    String metadata) {}
