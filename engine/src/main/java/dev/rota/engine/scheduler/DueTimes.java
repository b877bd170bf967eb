package dev.rota.engine.scheduler;

import dev.rota.schedule.Fire;
import dev.rota.schedule.Interval;
import dev.rota.schedule.Timetable;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * DueTimes are the planned times of a schedule that have come, oldest first, as many as one tick
 * looks at.
 *
 * @param more whether others have come after them
 * @param following the time after the last of them
 */
record DueTimes(List<Instant> times, boolean more, @Nullable Instant following) {
  /** How many times of a schedule one tick looks at. */
  static final int MOST = 10_000;

  static final DueTimes NONE = new DueTimes(List.of(), false, null);

  /** The times from {@code first} to {@code now}, both included. */
  static DueTimes of(Timetable timetable, Instant first, Instant now) {
    return of(timetable, first, now, MOST);
  }

  static DueTimes of(Timetable timetable, Instant first, Instant now, int most) {
    List<Instant> times =
        timetable.fires(first, now.plusNanos(1), most).stream()
            .filter(Fire::runs)
            .map(Fire::at)
            .distinct()
            .toList();
    Instant last = times.isEmpty() ? first.minusNanos(1) : times.get(times.size() - 1);
    Instant following = timetable.next(last).orElse(null);
    return new DueTimes(times, following != null && !following.isAfter(now), following);
  }

  /** Whether more than the first of them has come, so that there is something to catch up. */
  static boolean isBehind(Schedule schedule, Instant now) {
    Instant next = schedule.nextRunAt();
    return next != null
        && !schedule.definition().fromCompletion()
        && next.isBefore(now)
        && schedule.timetable().next(next).filter(second -> !second.isAfter(now)).isPresent();
  }

  /** The time after one that was counted from the end of a job, and after now. */
  static @Nullable Instant afterCompletion(Timetable timetable, Instant from, Instant now) {
    if (!(timetable.trigger() instanceof Interval interval)) {
      return timetable.next(now.isAfter(from) ? now : from).orElse(null);
    }
    Duration length = interval.length();
    long steps = now.isBefore(from) ? 1 : Duration.between(from, now).dividedBy(length) + 1;
    Instant next = from.plus(length.multipliedBy(steps));
    Instant start = timetable.start();
    Instant at = start != null && start.isAfter(next) ? start : next;
    return timetable.end() == null || at.isBefore(timetable.end()) ? at : null;
  }
}
