package dev.rota;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A Job is one unit of work as it stands now.
 *
 * @param effectivePriority its priority, grown with its wait
 * @param attempt how many executions it has had, the running one included
 * @param retries how often it was tried again since it was enqueued or retried by hand
 * @param runAt when it may start, or might have, while it is live
 * @param error why the job or its last try failed
 * @param cancel a running execution was asked to stop
 * @param waitingOn what a pending job waits for, if not only for its turn
 * @param tenant whose job it is, if that was said
 * @param limits how much an execution may take
 */
public record Job(
    long id,
    String kind,
    String queue,
    JobState state,
    String payload,
    int priority,
    int effectivePriority,
    int attempt,
    int retries,
    int maxRetries,
    Set<String> requires,
    @Nullable String uniqueKey,
    @Nullable String concurrencyKey,
    @Nullable Duration timeout,
    List<String> tags,
    String metadata,
    @Nullable String trace,
    String createdBy,
    Instant createdAt,
    @Nullable Instant runAt,
    @Nullable Instant startedAt,
    @Nullable Instant finishedAt,
    @Nullable Integer progress,
    @Nullable String progressMessage,
    @Nullable String error,
    @Nullable String result,
    boolean cancel,
    @Nullable String waitingOn,
    @Nullable String tenant,
    Limits limits) {}
