package dev.rota.server.scrape;

import dev.rota.InvalidInput;
import dev.rota.JobState;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A ScrapeStatus is the state of a job as scrape workers know it. */
enum ScrapeStatus {
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
    return Arrays.stream(values())
        .filter(status -> status.states.contains(state))
        .findFirst()
        .orElseThrow();
  }

  static @Nullable ScrapeStatus read(@Nullable String word) {
    if (word == null) {
      return null;
    }
    return Arrays.stream(values())
        .filter(status -> status.word().equals(word))
        .findFirst()
        .orElseThrow(() ->
            new InvalidInput(
                "status",
                word,
                "must be one of "
                    + Arrays.stream(values())
                        .map(ScrapeStatus::word)
                        .collect(Collectors.joining(", "))));
  }

  Set<JobState> states() {
    return states;
  }

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
