package dev.rota.schedule;

import java.time.Instant;
import java.time.LocalDateTime;
import java.util.Locale;

/**
 * A Fire is one planned time of a timetable, with what a change of the clock did to it.
 *
 * @param at the instant; of a skipped one, the instant of the gap
 * @param local what the clock in the zone shows then, or would have shown in the gap
 */
public record Fire(Instant at, LocalDateTime local, Mark mark) {

  /** A Mark is what a change of the clock did to a planned time. */
  public enum Mark {
    /** Nothing. */
    NORMAL,
    /** Its local time is in a gap; it comes at the first instant after. */
    MOVED,
    /** Its local time is in a gap; it does not come. */
    SKIPPED,
    /** Its local time is shown twice; this is the earlier instant. */
    FIRST,
    /** Its local time is shown twice; this is the later instant. */
    SECOND;

    /** The name used in JSON and in the documents. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Whether anything runs at that time. */
  public boolean runs() {
    return mark != Mark.SKIPPED;
  }
}
