package dev.rota.engine.scheduler;

import dev.rota.InvalidInput;
import dev.rota.schedule.Timetable;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A Backfill gives jobs to planned times of the past that have none. */
final class Backfill {
  private static final Set<Fate> DID_NOT_RUN =
      EnumSet.of(
          Fate.MISSED,
          Fate.DROPPED,
          Fate.SKIPPED_OVERLAP,
          Fate.SKIPPED_PAUSED,
          Fate.SKIPPED_WINDOW);

  private final SchedulerOptions options;
  private final Ledger ledger;

  Backfill(SchedulerOptions options, Ledger ledger) {
    this.options = options;
    this.ledger = ledger;
  }

  /** What was written, and the answer to who asked. */
  record Written(Tally tally, Backfilled answer) {}

  /** Enqueues what did not run from one instant to another (it not included). */
  Written run(Connection connection, Schedule schedule, Instant from, Instant to, Instant now)
      throws SQLException {
    check(schedule, from, to);
    Timetable timetable = schedule.timetable();
    Instant last = to.isAfter(now) ? now : to.minusNanos(1);
    DueTimes range = from.isAfter(last) ? DueTimes.NONE : DueTimes.of(timetable, from, last);
    Map<Instant, Fate> known = ledger.all(connection, schedule.id(), from);
    List<Instant> open = new ArrayList<>();
    for (Instant time : range.times()) {
      if (mayRun(schedule.nextRunAt(), time, known.get(time))) {
        open.add(time);
      }
    }
    Judgement judgement =
        new Judgement(spread(schedule, open, now), schedule.nextRunAt(), schedule.wakeAt());
    Tally tally =
        ledger.write(connection, List.of(new Decision(schedule, judgement)), now, DID_NOT_RUN);
    int enqueued = tally.total();
    return new Written(
        tally, new Backfilled(enqueued, range.times().size() - enqueued, range.more()));
  }

  private static void check(Schedule schedule, Instant from, Instant to) {
    if (!from.isBefore(to)) {
      throw new InvalidInput("from", from, "must be before " + to);
    }
    if (schedule.definition().fromCompletion()) {
      throw new InvalidInput(
          "schedule",
          schedule.name(),
          "counts from the end of its jobs: it has no times of the past");
    }
  }

  /** A time without a row did not run if it lies before the next; else its turn comes by itself. */
  private static boolean mayRun(@Nullable Instant next, Instant time, @Nullable Fate fate) {
    return fate == null ? next == null || time.isBefore(next) : DID_NOT_RUN.contains(fate);
  }

  private List<Ruling> spread(Schedule schedule, List<Instant> open, Instant now) {
    Duration spread = options.spread(schedule);
    List<Ruling> rulings = new ArrayList<>();
    for (int k = 0; k < open.size(); k++) {
      Instant runAt = now.plus(spread.multipliedBy(k).dividedBy(open.size()));
      rulings.add(new Ruling(open.get(k), Fate.BACKFILLED, runAt, 0, null));
    }
    return rulings;
  }
}
