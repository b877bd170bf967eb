package dev.rota.server.admin;

import dev.rota.InvalidInput;
import dev.rota.JobState;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A CrawlStatus is the state of a job as administrators of a crawler know it. */
enum CrawlStatus {
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
    return Arrays.stream(values())
        .filter(status -> status.states.contains(state))
        .findFirst()
        .orElseThrow();
  }

  static CrawlStatus read(@Nullable String word) {
    return Arrays.stream(values())
        .filter(status -> status.word().equals(word))
        .findFirst()
        .orElseThrow(() ->
            new InvalidInput(
                "status",
                word == null ? "" : word,
                "must be one of "
                    + Arrays.stream(values())
                        .map(CrawlStatus::word)
                        .collect(Collectors.joining(", "))));
  }

  Set<JobState> states() {
    return states;
  }

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
