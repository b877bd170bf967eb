package dev.rota.engine.windows;

import dev.rota.schedule.Fire;
import dev.rota.schedule.Timetable;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** WindowTimes are the spans of one window: one after the other, or a single one. */
final class WindowTimes {
  private final NewWindow window;
  private final @Nullable Timetable starts;
  private final Duration duration;

  WindowTimes(NewWindow window) {
    this.window = window;
    this.starts = window.timetable();
    this.duration = window.duration() == null ? Duration.between(from(), to()) : window.duration();
  }

  NewWindow window() {
    return window;
  }

  Duration spread() {
    return window.spread();
  }

  boolean isMaintenance() {
    return window.sort() == WindowSort.MAINTENANCE;
  }

  /** The end of a span that an instant is in, or less than the lead ahead of; null if none is. */
  @Nullable Instant endAt(Instant at, Duration lead) {
    List<Instant> found = starts(at.minus(duration), at.plus(lead), 1);
    return found.isEmpty() ? null : found.getFirst().plus(duration);
  }

  /** The first start after an instant. */
  @Nullable Instant nextStart(Instant after) {
    if (starts != null) {
      return starts.next(after).orElse(null);
    }
    return from().isAfter(after) ? from() : null;
  }

  /** The last start within a span of time before an instant. */
  @Nullable Instant lastStart(Instant at, Duration within) {
    List<Instant> found = starts(at.minus(within), at, Timetable.PREVIEW_MAX);
    return found.isEmpty() ? null : found.getLast();
  }

  /** The last end within a span of time before an instant. */
  @Nullable Instant lastEnd(Instant at, Duration within) {
    Instant start = lastStart(at.minus(duration), within);
    return start == null ? null : start.plus(duration);
  }

  /** The first instant at which anything about this window may be different from now. */
  Instant nextChange(Instant at, Duration lead) {
    Duration ahead = isMaintenance() ? lead : Duration.ZERO;
    Instant end = endAt(at, ahead);
    Instant next = nextStart(at.plus(ahead));
    Instant change = end != null ? end : next == null ? Closure.FOREVER : next.minus(ahead);
    Instant freed = lastFreeing(at);
    return freed != null && freed.plus(spread()).isBefore(change) ? freed.plus(spread()) : change;
  }

  /** When this window last began to let work start, if that was within its spread. */
  @Nullable Instant lastFreeing(Instant at) {
    return isMaintenance() ? lastEnd(at, spread()) : lastStart(at, spread());
  }

  /** Starts after one instant, up to another. */
  private List<Instant> starts(Instant after, Instant upTo, int max) {
    if (starts == null) {
      return from().isAfter(after) && !from().isAfter(upTo) ? List.of(from()) : List.of();
    }
    return starts.fires(after.plusNanos(1), upTo.plusNanos(1), max).stream().map(Fire::at).toList();
  }

  private Instant from() {
    Instant from = window.from();
    return from == null ? Instant.MIN : from;
  }

  private Instant to() {
    Instant to = window.to();
    return to == null ? Instant.MAX : to;
  }
}
