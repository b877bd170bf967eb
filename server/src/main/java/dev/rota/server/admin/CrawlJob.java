package dev.rota.server.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.rota.Job;
import dev.rota.JobState;
import dev.rota.engine.Holding;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A CrawlJob is a job as administrators of a crawler see it.
 *
 * @param subredditId null if the subreddit is no longer there
 * @param priority as it has grown with the job's wait
 * @param retries the same as {@code retryCount}, under its older name
 * @param visibleAt when it may be claimed, or might have
 * @param nextRetryAt when it is tried again after a failure
 * @param duplicate told of what was enqueued: whether it was there already
 */
record CrawlJob(
    long id,
    @Nullable Long subredditId,
    String status,
    int priority,
    int retries,
    Instant lastAttempt,
    @Nullable Long durationMs,
    String enqueuedBy,
    Instant createdAt,
    Instant updatedAt,
    Instant visibleAt,
    int retryCount,
    int maxRetries,
    @Nullable Instant nextRetryAt,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Boolean duplicate) {

  static CrawlJob of(Job job, @Nullable Long subreddit, Holding holding) {
    boolean waitsForRetry = job.state() == JobState.SCHEDULED && job.retries() > 0;
    return new CrawlJob(
        job.id(),
        subreddit,
        CrawlStatus.of(job.state()).word(),
        job.effectivePriority(),
        job.retries(),
        either(holding.startedAt(), job.createdAt()),
        holding.ran() == null ? null : holding.ran().toMillis(),
        job.createdBy(),
        job.createdAt(),
        holding.changedAt(),
        either(job.runAt(), either(holding.dueAt(), job.createdAt())),
        job.retries(),
        job.maxRetries(),
        waitsForRetry ? job.runAt() : null,
        null);
  }

  CrawlJob enqueued(boolean wasThere) {
    return new CrawlJob(
        id,
        subredditId,
        status,
        priority,
        retries,
        lastAttempt,
        durationMs,
        enqueuedBy,
        createdAt,
        updatedAt,
        visibleAt,
        retryCount,
        maxRetries,
        nextRetryAt,
        wasThere);
  }

  private static Instant either(@Nullable Instant time, Instant otherwise) {
    return time == null ? otherwise : time;
  }
}
