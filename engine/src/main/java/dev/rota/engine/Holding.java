package dev.rota.engine;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A Holding is who has a job, or had it last, and what was last heard of it.
 *
 * @param fence of the running execution, else of the last one
 * @param worker its name
 * @param details what the worker last told of its progress, a JSON object
 * @param pausedAt since when the job is held
 * @param retryBase how long it waits before its first retry
 * @param schedule the schedule that made it
 * @param dueAt when the running or else the last execution could have started
 * @param startedAt when it did
 * @param ran how long the last execution that is over took
 * @param changedAt when the job last changed or gave a sign of life
 */
public record Holding(
    long job,
    @Nullable Long fence,
    @Nullable String worker,
    @Nullable String version,
    @Nullable String details,
    @Nullable Instant pausedAt,
    Duration retryBase,
    @Nullable Long schedule,
    @Nullable Instant dueAt,
    @Nullable Instant startedAt,
    @Nullable Duration ran,
    Instant changedAt) {}
