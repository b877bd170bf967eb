package dev.rota.server.admin;

import dev.rota.Job;
import dev.rota.JobState;
import dev.rota.Json;
import dev.rota.NewJob;
import dev.rota.RetryPolicy;
import dev.rota.RotaException;
import dev.rota.engine.Engine;
import dev.rota.engine.Figures;
import dev.rota.engine.Holding;
import dev.rota.engine.JobFilter;
import dev.rota.engine.scheduler.Target;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The CrawlQueue is the engine's queue {@code crawl}, seen with the eyes of administrators: their
 * jobs have a kind of their own, so that others of the queue are neither listed nor counted.
 */
record CrawlQueue(Engine engine, Subreddits subreddits) {
  static final String QUEUE = "crawl";
  static final String KIND = "crawl_subreddit";
  static final int RETRIES = 3;

  /**
   * The wish for a job about a subreddit, of which one is live at a time. Whoever crawls asks the
   * target for its address, which may have changed by then.
   */
  static NewJob.Builder about(Target subreddit) {
    return NewJob.kind(KIND)
        .queue(QUEUE)
        .payload(
            "{\"subreddit_id\": %d, \"subreddit\": %s}"
                .formatted(subreddit.id(), Json.quote(subreddit.externalId())))
        .unique(subreddit.tag())
        .tags(subreddit.tag())
        .retry(RetryPolicy.DEFAULT)
        .maxRetries(RETRIES);
  }

  /** A job of this queue and kind; others are not found here. */
  Job job(long id) {
    return engine
        .jobs()
        .get(id)
        .filter(job -> job.queue().equals(QUEUE) && job.kind().equals(KIND))
        .orElseThrow(() -> new RotaException("not-found", "there is no crawl job " + id));
  }

  Holding holding(long id) {
    return Objects.requireNonNull(engine.notes().holdings(List.of(id)).get(id));
  }

  CrawlJob view(long id) {
    return views(List.of(job(id))).getFirst();
  }

  List<CrawlJob> list(@Nullable CrawlStatus status, int limit, int offset) {
    Set<JobState> states = status == null ? Set.of() : status.states();
    return views(engine.jobs().list(new JobFilter(states, QUEUE, KIND, null, null), limit, offset));
  }

  Figures figures() {
    return engine.census().figures(QUEUE, KIND);
  }

  private List<CrawlJob> views(List<Job> jobs) {
    Map<Long, Holding> holdings = engine.notes().holdings(jobs.stream().map(Job::id).toList());
    Map<Long, Long> about = subreddits.of(jobs);
    return jobs.stream()
        .filter(job -> holdings.containsKey(job.id()))
        .map(job ->
            CrawlJob.of(job, about.get(job.id()), Objects.requireNonNull(holdings.get(job.id()))))
        .toList();
  }
}
