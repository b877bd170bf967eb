package dev.rota.engine;

import dev.rota.JobState;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An Explanation is why a job is not running, or who runs it, or how it ended.
 *
 * @param summary the whole of it in a sentence
 * @param blockers what keeps it from running, the first to be removed first
 * @param ahead how many pending jobs come before it, counted up to {@link #MOST_AHEAD}
 * @param expectedStart when it starts if things go on as they do
 * @param unexpected why that cannot be told
 * @param worker who runs it
 * @param leaseUntil until when that worker need not be heard of
 */
public record Explanation(
    long job,
    JobState state,
    String summary,
    List<Blocker> blockers,
    @Nullable Long ahead,
    @Nullable Instant expectedStart,
    @Nullable String unexpected,
    @Nullable String worker,
    @Nullable Instant startedAt,
    @Nullable Instant leaseUntil,
    @Nullable Instant endedAt) {
  /** Jobs ahead are not counted further. */
  public static final int MOST_AHEAD = 10_000;

  public Explanation {
    blockers = List.copyOf(blockers);
  }
}
