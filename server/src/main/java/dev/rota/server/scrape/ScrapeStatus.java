package dev.rota.server.scrape;

import dev.rota.JobState;
import dev.rota.server.http.StatusWord;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A ScrapeStatus is the state of a job as scrape workers know it. */
enum ScrapeStatus implements StatusWord {
  /** Waits, though perhaps for a time or a person and not for a worker. */
  PENDING(JobState.PENDING, JobState.SCHEDULED, JobState.PAUSED),
  RUNNING(JobState.RUNNING),
  COMPLETED(JobState.COMPLETED),
  FAILED(JobState.FAILED),
  CANCELLED(JobState.CANCELLED);

  @SuppressWarnings("ImmutableEnumChecker") // Set.of
  private final Set<JobState> states;

  ScrapeStatus(JobState... states) {
    this.states = Set.of(states);
  }

  static ScrapeStatus of(JobState state) {
    return StatusWord.of(values(), state);
  }

  static @Nullable ScrapeStatus read(@Nullable String word) {
    return word == null ? null : StatusWord.read(values(), word);
  }

  @Override
  public Set<JobState> states() {
    return states;
  }
}
