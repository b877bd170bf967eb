package dev.rota.engine.scheduler;

import dev.rota.InvalidInput;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** A Fate is what became of a planned time. */
public enum Fate {
  /** It has a job. */
  ENQUEUED,
  /** The cap of catching up put it off: a later tick decides. */
  DEFERRED,
  /** The run before it was still going. */
  SKIPPED_OVERLAP,
  /** It fell into a window that skips. */
  SKIPPED_WINDOW,
  /** It passed while the schedule was paused. */
  SKIPPED_PAUSED,
  /** It was older than the age limit when its turn came. */
  DROPPED,
  /** It passed without a run, and nothing was to be caught up. */
  MISSED,
  /** It got its job later, because somebody asked for it. */
  BACKFILLED;

  /** The name used in the database, in JSON and in the documents. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Fate of(String word) {
    for (Fate fate : values()) {
      if (fate.word().equals(word)) {
        return fate;
      }
    }
    throw new InvalidInput(
        "fate",
        word,
        "must be one of "
            + Arrays.stream(values()).map(Fate::word).collect(Collectors.joining(", ")));
  }
}
