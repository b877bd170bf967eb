package dev.rota.engine.scheduler;

import dev.rota.NewJob;
import dev.rota.engine.scheduler.WindowEffect.ClosedTime;
import dev.rota.engine.windows.NewWindow;
import dev.rota.engine.windows.Span;
import dev.rota.engine.windows.WindowCalendar;
import dev.rota.engine.windows.Windows;
import dev.rota.schedule.Fire;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A WindowRehearsal finds the planned times that a window would close between two instants. */
final class WindowRehearsal {
  private static final int PAGE = 1_000;
  private static final int COUNTED = 10_000;
  private static final int SHOWN = 100;

  private final Windows windows;
  private final Schedules schedules;

  WindowRehearsal(Windows windows, Schedules schedules) {
    this.windows = windows;
    this.schedules = schedules;
  }

  WindowEffect of(NewWindow window, Instant from, Instant to) {
    WindowCalendar calendar = windows.calendarOf(window);
    List<ClosedTime> times = new ArrayList<>();
    ScheduleFilter page =
        ScheduleFilter.first(PAGE)
            .onQueue(window.scope().queue())
            .ofKind(window.scope().kind())
            .paused(false);
    List<Schedule> found = schedules.list(page);
    while (!found.isEmpty() && times.size() <= COUNTED) {
      found.forEach(schedule -> times.addAll(closed(calendar, schedule, from, to)));
      found = schedules.list(page.after(found.getLast().name()));
    }
    times.sort(Comparator.comparing(ClosedTime::plannedAt).thenComparing(ClosedTime::schedule));
    return new WindowEffect(
        windows.whatIf(window, from, to),
        Math.min(COUNTED, times.size()),
        times.size() > COUNTED,
        times.subList(0, Math.min(SHOWN, times.size())));
  }

  private static List<ClosedTime> closed(
      WindowCalendar calendar, Schedule schedule, Instant from, Instant to) {
    Instant next = schedule.nextRunAt();
    if (next == null || schedule.isHalted()) {
      return List.of();
    }
    NewJob job = schedule.definition().job();
    List<ClosedTime> closed = new ArrayList<>();
    for (Span span : calendar.closures(job.queue(), job.kind(), job.tags(), from, to)) {
      for (Instant time : times(schedule, next, span)) {
        boolean isSkipped = calendar.skips(job.queue(), job.kind(), job.tags(), time);
        closed.add(new ClosedTime(schedule.name(), time, isSkipped ? null : span.end()));
      }
    }
    return closed;
  }

  /** Of a schedule that counts from the end of its job only the next time is known. */
  private static List<Instant> times(Schedule schedule, Instant next, Span span) {
    if (schedule.definition().fromCompletion()) {
      return span.contains(next) ? List.of(next) : List.of();
    }
    Instant first = next.isAfter(span.start()) ? next : span.start();
    return schedule.timetable().fires(first, span.end(), COUNTED).stream()
        .filter(Fire::runs)
        .map(Fire::at)
        .toList();
  }
}
