package dev.rota.server.admin;

import dev.rota.JobState;
import dev.rota.server.http.StatusWord;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A CrawlStatus is the state of a job as administrators of a crawler know it. */
enum CrawlStatus implements StatusWord {
  /** Waits for a worker, for its time or for a person. */
  QUEUED(JobState.PENDING, JobState.SCHEDULED, JobState.PAUSED),
  CRAWLING(JobState.RUNNING),
  SUCCESS(JobState.COMPLETED),
  FAILED(JobState.FAILED, JobState.CANCELLED);

  @SuppressWarnings("ImmutableEnumChecker") // Set.of
  private final Set<JobState> states;

  CrawlStatus(JobState... states) {
    this.states = Set.of(states);
  }

  static CrawlStatus of(JobState state) {
    return StatusWord.of(values(), state);
  }

  static CrawlStatus read(@Nullable String word) {
    return StatusWord.read(values(), word);
  }

  @Override
  public Set<JobState> states() {
    return states;
  }
}
