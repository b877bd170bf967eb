package dev.rota.engine.scheduler;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A Noting is the rows of times that have come and wait: the first by rulings, the others as
 * arrears. A time that was noted before is not noted again.
 */
record Noting(List<Ruling> rulings, List<Arrear> arrears) {
  private static final Noting NOTHING = new Noting(List.of(), List.of());

  /** Notes the times of a schedule from an instant to now that are not noted yet. */
  static Noting of(Schedule schedule, Instant now, Instant from, @Nullable String reason) {
    Instant first = first(schedule, from);
    if (first == null || first.isAfter(now)) {
      return NOTHING;
    }
    DueTimes due = DueTimes.of(schedule.timetable(), first, now, Judge.ROWS_AHEAD);
    List<Ruling> rulings =
        due.times().stream().map(time -> Ruling.of(time, Fate.DEFERRED, reason)).toList();
    Instant following = due.following();
    return due.more() && following != null
        ? new Noting(rulings, List.of(new Arrear(following, now, Fate.DEFERRED, reason)))
        : new Noting(rulings, List.of());
  }

  static boolean isNoted(Schedule schedule, Instant time) {
    Instant notedTo = schedule.notedTo();
    return notedTo != null && !time.isAfter(notedTo);
  }

  private static @Nullable Instant first(Schedule schedule, Instant from) {
    Instant notedTo = schedule.notedTo();
    return notedTo == null || notedTo.isBefore(from)
        ? from
        : schedule.timetable().next(notedTo).orElse(null);
  }
}
