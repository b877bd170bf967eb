package dev.rota.schedule;

import dev.rota.InvalidInput;
import java.util.Locale;

/**
 * A DstPolicy is what happens to local times that a change of the clock leaves out or shows twice.
 */
public record DstPolicy(Gap gap, Overlap overlap) {
  /** Once each day, whatever the clock does: after a gap, and at the first of two. */
  public static final DstPolicy DEFAULT = new DstPolicy(Gap.RUN_AFTER, Overlap.FIRST);

  /** What happens to a local time in a gap: one that no clock shows. */
  public enum Gap {
    /** It runs at the first instant after the gap. */
    RUN_AFTER,
    /** It does not run. */
    SKIP;

    /** The name used in the database, in JSON and in the documents. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    public static Gap of(String word) {
      for (Gap gap : values()) {
        if (gap.word().equals(word)) {
          return gap;
        }
      }
      throw new InvalidInput("dst_gap", word, "must be run_after or skip");
    }
  }

  /** What happens to a local time in an overlap: one that clocks show twice. */
  public enum Overlap {
    /** It runs at the earlier instant. */
    FIRST,
    /** It runs at the later instant. */
    SECOND,
    /** It runs at both. */
    TWICE;

    /** The name used in the database, in JSON and in the documents. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    public static Overlap of(String word) {
      for (Overlap overlap : values()) {
        if (overlap.word().equals(word)) {
          return overlap;
        }
      }
      throw new InvalidInput("dst_overlap", word, "must be first, second or twice");
    }
  }
}
