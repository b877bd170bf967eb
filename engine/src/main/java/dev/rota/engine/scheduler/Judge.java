package dev.rota.engine.scheduler;

import dev.rota.schedule.Interval;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A Judge decides the fates of a schedule's due times. It knows no database: the same question has
 * the same answer, jitter aside, so that a dry run is the tick itself without its writing.
 */
final class Judge {
  /** How many deferred times have a row; those behind them follow from the timetable. */
  static final int ROWS_AHEAD = 1_000;

  private final SchedulerOptions options;
  private final Gate gate;
  private final RandomGenerator random;

  Judge(SchedulerOptions options, Gate gate, RandomGenerator random) {
    this.options = options;
    this.gate = gate;
    this.random = random;
  }

  /**
   * Judges the times of a schedule that have come.
   *
   * @param live whether the last job of the schedule has not ended
   * @param known the fates that its times from {@code nextRunAt} on have already
   */
  Judgement judge(Schedule schedule, Instant now, boolean live, Map<Instant, Fate> known) {
    Instant next = schedule.nextRunAt();
    if (next == null || next.isAfter(now)) {
      return Judgement.none(next, next);
    }
    boolean stopped = schedule.isPaused() || schedule.isHalted();
    Gate.Hold hold = stopped ? null : gate.hold(schedule, now);
    if (hold != null && hold.until().isAfter(now)) {
      return Judgement.none(next, hold.until());
    }
    if (schedule.definition().fromCompletion()) {
      return single(schedule, next, now, live, known);
    }
    List<Ruling> rulings = new ArrayList<>();
    Instant first = stopped ? next : pastTooOld(schedule, next, now, known, rulings);
    DueTimes due = DueTimes.of(schedule.timetable(), first, now);
    return stopped
        ? whileStopped(schedule, due, now, known, rulings)
        : new Bench(schedule, due, now, live, known, rulings).judge();
  }

  /** The one time of a schedule whose next time is counted from the end of its job. */
  private Judgement single(
      Schedule schedule, Instant planned, Instant now, boolean live, Map<Instant, Fate> known) {
    Instant later = DueTimes.afterCompletion(schedule.timetable(), planned, now);
    Fate before = known.get(planned);
    if (before != null && before != Fate.DEFERRED) {
      return Judgement.none(later, later);
    }
    if (schedule.isPaused()) {
      return new Judgement(List.of(Ruling.of(planned, Fate.SKIPPED_PAUSED, null)), later, later);
    }
    if (schedule.isHalted()) {
      return new Judgement(List.of(Ruling.of(planned, Fate.MISSED, "halted")), later, later);
    }
    if (gate.skips(schedule, planned)) {
      return new Judgement(List.of(Ruling.of(planned, Fate.SKIPPED_WINDOW, null)), later, later);
    }
    Ruling ruling =
        live
            ? Ruling.of(planned, Fate.SKIPPED_OVERLAP, stillLive(schedule))
            : Ruling.enqueued(planned, now.plus(jitter(schedule)));
    return new Judgement(List.of(ruling), null, null);
  }

  /** Of a paused or halted schedule, times pass; those that had come before keep waiting for it. */
  private static Judgement whileStopped(
      Schedule schedule,
      DueTimes due,
      Instant now,
      Map<Instant, Fate> known,
      List<Ruling> rulings) {
    for (Instant time : due.times()) {
      Ruling ruling = stopped(schedule, time);
      Fate before = known.get(time);
      if (before == null || (before == Fate.DEFERRED && ruling.fate() != Fate.DEFERRED)) {
        rulings.add(ruling);
      }
    }
    return new Judgement(rulings, due.following(), due.more() ? now : due.following());
  }

  private static Ruling stopped(Schedule schedule, Instant time) {
    if (schedule.pausedAt() != null && !time.isBefore(schedule.pausedAt())) {
      return Ruling.of(time, Fate.SKIPPED_PAUSED, null);
    }
    if (schedule.haltedAt() != null && !time.isBefore(schedule.haltedAt())) {
      return Ruling.of(time, Fate.MISSED, "halted");
    }
    return new Ruling(time, Fate.DEFERRED, null, 1, schedule.isPaused() ? "paused" : "halted");
  }

  /**
   * Jumps over what an age limit drops of a fixed interval, when that is more than anybody reads:
   * the first of these times have rows, the last tells how many there were between. Gives where to
   * look on.
   */
  private Instant pastTooOld(
      Schedule schedule,
      Instant next,
      Instant now,
      Map<Instant, Fate> known,
      List<Ruling> rulings) {
    Duration age = options.age(schedule);
    if (age == null || !(schedule.timetable().trigger() instanceof Interval interval)) {
      return next;
    }
    Duration tooOld = Duration.between(next, now.minus(age));
    long dropped = tooOld.isPositive() ? tooOld.minusNanos(1).dividedBy(interval.length()) + 1 : 0;
    Instant rowsUntil = next.plus(interval.length().multipliedBy(ROWS_AHEAD));
    boolean jumps =
        dropped > DueTimes.MOST && known.keySet().stream().allMatch(t -> t.isBefore(rowsUntil));
    if (!jumps) {
      return next;
    }
    for (Instant time : DueTimes.of(schedule.timetable(), next, now, ROWS_AHEAD).times()) {
      drop(time, age, known, rulings, "");
    }
    Instant last = next.plus(interval.length().multipliedBy(dropped - 1));
    String others = ", as are the " + (dropped - 1 - ROWS_AHEAD) + " times before it without a row";
    drop(last, age, known, rulings, others);
    return last.plus(interval.length());
  }

  private static void drop(
      Instant time, Duration age, Map<Instant, Fate> known, List<Ruling> rulings, String others) {
    Fate before = known.get(time);
    if (before == null || before == Fate.DEFERRED) {
      rulings.add(Ruling.of(time, Fate.DROPPED, "older than " + age + others));
    }
  }

  private Duration jitter(Schedule schedule) {
    long most = options.jitter(schedule).toMillis();
    return most == 0 ? Duration.ZERO : Duration.ofMillis(random.nextLong(most + 1));
  }

  private static String stillLive(Schedule schedule) {
    return "job " + schedule.lastJob() + " has not ended";
  }

  /** A Bench is one schedule's times before the judge. */
  private final class Bench {
    private final Schedule schedule;
    private final DueTimes due;
    private final Instant now;
    private final boolean live;
    private final Map<Instant, Fate> known;
    private final List<Ruling> rulings;

    Bench(
        Schedule schedule,
        DueTimes due,
        Instant now,
        boolean live,
        Map<Instant, Fate> known,
        List<Ruling> rulings) {
      this.schedule = schedule;
      this.due = due;
      this.now = now;
      this.live = live;
      this.known = known;
      this.rulings = rulings;
    }

    Judgement judge() {
      List<Instant> open = withoutOverlap(withoutLate(open()));
      int cap = Math.max(1, options.max(schedule));
      List<Instant> taken = open.subList(0, Math.min(cap, open.size()));
      enqueue(taken);
      List<Instant> deferred = open.subList(taken.size(), open.size());
      defer(deferred, cap);
      rulings.sort((a, b) -> a.plannedAt().compareTo(b.plannedAt()));
      if (!deferred.isEmpty()) {
        return new Judgement(rulings, deferred.get(0), now.plus(rest(taken, deferred.get(0))));
      }
      return new Judgement(rulings, due.following(), due.more() ? now : due.following());
    }

    /** What neither has a fate nor gets one by a window or by its age. */
    private List<Instant> open() {
      List<Instant> open = new ArrayList<>();
      Duration age = options.age(schedule);
      for (Instant time : due.times()) {
        Fate before = known.get(time);
        if (before != null && before != Fate.DEFERRED) {
          continue;
        }
        if (gate.skips(schedule, time)) {
          rulings.add(Ruling.of(time, Fate.SKIPPED_WINDOW, null));
        } else if (age != null && time.isBefore(now.minus(age))) {
          rulings.add(Ruling.of(time, Fate.DROPPED, "older than " + age));
        } else {
          open.add(time);
        }
      }
      return open;
    }

    /** A schedule that catches up nothing runs its newest time, if that has only just come. */
    private List<Instant> withoutLate(List<Instant> open) {
      if (options.max(schedule) > 0) {
        return open;
      }
      List<Instant> current = new ArrayList<>();
      for (Instant time : open) {
        boolean newest = !due.more() && time.equals(due.times().get(due.times().size() - 1));
        if (newest && !isLate(time)) {
          current.add(time);
        } else {
          rulings.add(Ruling.of(time, Fate.MISSED, "late, and nothing is caught up"));
        }
      }
      return current;
    }

    /** One job at a time: the oldest of them, or, if a later one cancels it, the newest. */
    private List<Instant> withoutOverlap(List<Instant> open) {
      return switch (schedule.definition().overlap()) {
        case QUEUE -> open;
        case SKIP ->
            live ? skip(open, -1, stillLive(schedule)) : skip(open, 0, "another time runs");
        case CANCEL -> skip(open, open.size() - 1, "a later time runs in its place");
      };
    }

    private List<Instant> skip(List<Instant> open, int but, String reason) {
      for (int i = 0; i < open.size(); i++) {
        if (i != but) {
          rulings.add(Ruling.of(open.get(i), Fate.SKIPPED_OVERLAP, reason));
        }
      }
      return but < 0 || open.isEmpty() ? List.of() : List.of(open.get(but));
    }

    /** What is on time runs now; what is late is spread. */
    private void enqueue(List<Instant> taken) {
      List<Instant> late = taken.stream().filter(this::isLate).toList();
      Duration spread = spread(late);
      for (int k = 0; k < taken.size(); k++) {
        Duration wait =
            k < late.size() ? spread.multipliedBy(k).dividedBy(late.size()) : Duration.ZERO;
        rulings.add(Ruling.enqueued(taken.get(k), now.plus(wait).plus(jitter(schedule))));
      }
    }

    /** What a window held back is spread as the window wants it. */
    private Duration spread(List<Instant> late) {
      Duration widest = Duration.ZERO;
      for (Instant time : late) {
        Gate.@Nullable Hold hold = gate.hold(schedule, time);
        if (hold == null) {
          return options.spread(schedule);
        }
        widest = hold.spread().compareTo(widest) > 0 ? hold.spread() : widest;
      }
      return widest;
    }

    private void defer(List<Instant> deferred, int cap) {
      for (int i = 0; i < Math.min(ROWS_AHEAD, deferred.size()); i++) {
        if (!known.containsKey(deferred.get(i))) {
          rulings.add(new Ruling(deferred.get(i), Fate.DEFERRED, null, i / cap + 1, null));
        }
      }
    }

    /**
     * The pause after a cap, but half as long as what was caught up at the most: a schedule that
     * runs often would never get to its end otherwise.
     */
    private Duration rest(List<Instant> taken, Instant firstDeferred) {
      Duration half = Duration.between(taken.get(0), firstDeferred).dividedBy(2);
      return half.compareTo(options.catchUpPause()) < 0 ? half : options.catchUpPause();
    }

    private boolean isLate(Instant time) {
      return time.isBefore(now.minus(options.catchUpPause()));
    }
  }
}
