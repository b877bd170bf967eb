package dev.rota.engine.scheduler;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A Judge decides the fates of a schedule's due times. It knows no database: the same question has
 * the same answer, jitter aside, so that a dry run is the tick itself without its writing.
 */
final class Judge {
  /** How many times that wait get their rows from the tick itself; those behind are arrears. */
  static final int ROWS_AHEAD = 1_000;

  static final String HALTED = "halted";

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
   * @param known what its times from {@code nextRunAt} on have become already
   */
  Judgement judge(Schedule schedule, Instant now, boolean live, Known known) {
    Instant next = schedule.nextRunAt();
    if (next == null || next.isAfter(now)) {
      return Judgement.none(next, next);
    }
    boolean stopped = schedule.isPaused() || schedule.isHalted();
    Gate.Hold hold = stopped ? null : gate.hold(schedule, now);
    if (hold != null && hold.until().isAfter(now)) {
      return held(schedule, next, hold, now);
    }
    if (schedule.definition().fromCompletion()) {
      return single(schedule, next, now, live, known);
    }
    DueTimes due = DueTimes.of(schedule.timetable(), next, now, options.look(schedule));
    if (stopped) {
      return whileStopped(schedule, due, now, known);
    }
    Arrear tooOld = tooOld(schedule, next, due, now);
    DueTimes fresh = tooOld == null ? due : freshTimes(schedule, tooOld, now);
    return new Bench(schedule, fresh, now, live, known, tooOld).judge();
  }

  /** What windows hold waits, and has rows that say so as soon as its time has come. */
  private static Judgement held(Schedule schedule, Instant next, Gate.Hold hold, Instant now) {
    Instant notedTo = schedule.notedTo();
    if (schedule.definition().fromCompletion()) {
      boolean noted = notedTo != null && !notedTo.isBefore(next);
      List<Ruling> rulings =
          noted ? List.of() : List.of(Ruling.of(next, Fate.DEFERRED, hold.reason()));
      return new Judgement(rulings, List.of(), next, next, hold.until());
    }
    Noting noting = Noting.of(schedule, now, next, hold.reason());
    Instant following = schedule.timetable().next(now).orElse(null);
    Instant wake = following == null || following.isAfter(hold.until()) ? hold.until() : following;
    return new Judgement(noting.rulings(), noting.arrears(), now, next, wake);
  }

  /** The one time of a schedule whose next time is counted from the end of its job. */
  private Judgement single(
      Schedule schedule, Instant planned, Instant now, boolean live, Known known) {
    Instant later = DueTimes.afterCompletion(schedule.timetable(), planned, now);
    if (known.decided(planned) != null) {
      return Judgement.none(later, later);
    }
    if (schedule.isPaused()) {
      return new Judgement(List.of(Ruling.of(planned, Fate.SKIPPED_PAUSED, null)), later, later);
    }
    if (schedule.isHalted()) {
      return new Judgement(List.of(Ruling.of(planned, Fate.MISSED, HALTED)), later, later);
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
  private static Judgement whileStopped(Schedule schedule, DueTimes due, Instant now, Known known) {
    List<Arrear> eras = Stop.eras(schedule, now);
    List<Ruling> rulings = new ArrayList<>();
    for (Instant time : due.times()) {
      Arrear era = Stop.at(eras, time);
      if (known.decided(time) == null) {
        int deferrals = era.fate() == Fate.DEFERRED ? 1 : 0;
        rulings.add(new Ruling(time, era.fate(), null, deferrals, era.reason()));
      }
    }
    Instant following = due.following();
    if (!due.more() || following == null) {
      return new Judgement(rulings, following, following);
    }
    Instant next = schedule.timetable().next(now).orElse(null);
    return new Judgement(rulings, Stop.from(eras, following), now, next, next);
  }

  /** The times that are older than the age limit, if they are more than a tick looks at. */
  private @Nullable Arrear tooOld(Schedule schedule, Instant next, DueTimes due, Instant now) {
    Duration age = options.age(schedule);
    if (age == null || !due.more() || !isOlder(due.times().getLast(), age, now)) {
      return null;
    }
    Instant last = now.minus(age).minusNanos(1000);
    return new Arrear(next, last, Fate.DROPPED, olderThan(age));
  }

  private DueTimes freshTimes(Schedule schedule, Arrear tooOld, Instant now) {
    Instant first = schedule.timetable().next(tooOld.to()).orElse(null);
    return first == null
        ? DueTimes.NONE
        : DueTimes.of(schedule.timetable(), first, now, options.look(schedule));
  }

  private static boolean isOlder(Instant time, Duration age, Instant now) {
    return time.isBefore(now.minus(age));
  }

  private static String olderThan(Duration age) {
    return "older than " + age;
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
    private final Known known;
    private final List<Ruling> rulings = new ArrayList<>();
    private final List<Arrear> arrears = new ArrayList<>();

    Bench(
        Schedule schedule,
        DueTimes due,
        Instant now,
        boolean live,
        Known known,
        @Nullable Arrear tooOld) {
      this.schedule = schedule;
      this.due = due;
      this.now = now;
      this.live = live;
      this.known = known;
      if (tooOld != null) {
        arrears.add(tooOld);
      }
    }

    Judgement judge() {
      List<Instant> open = withoutOverlap(withoutLate(open()));
      int cap = Math.max(1, options.max(schedule));
      List<Instant> taken = open.subList(0, Math.min(cap, open.size()));
      enqueue(taken);
      List<Instant> deferred = open.subList(taken.size(), open.size());
      if (!deferred.isEmpty()) {
        defer(deferred, cap);
      }
      rulings.sort((a, b) -> a.plannedAt().compareTo(b.plannedAt()));
      if (!deferred.isEmpty()) {
        Instant wake = now.plus(rest(taken, deferred.get(0)));
        return new Judgement(rulings, arrears, now, deferred.get(0), wake);
      }
      Instant wake = due.more() ? now : due.following();
      return new Judgement(rulings, arrears, null, due.following(), wake);
    }

    /** What neither has a fate nor gets one by a window or by its age. */
    private List<Instant> open() {
      List<Instant> open = new ArrayList<>();
      Duration age = options.age(schedule);
      for (Instant time : due.times()) {
        if (known.decided(time) != null) {
          continue;
        }
        if (gate.skips(schedule, time)) {
          rulings.add(Ruling.of(time, Fate.SKIPPED_WINDOW, null));
        } else if (age != null && isOlder(time, age, now)) {
          rulings.add(Ruling.of(time, Fate.DROPPED, olderThan(age)));
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
        case CANCEL ->
            skip(open, due.more() ? -1 : open.size() - 1, "a later time runs in its place");
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

    /** The cap puts off: what has no row that says so gets one. */
    private void defer(List<Instant> deferred, int cap) {
      for (int i = 0; i < deferred.size(); i++) {
        if (!Noting.isNoted(schedule, deferred.get(i))) {
          rulings.add(new Ruling(deferred.get(i), Fate.DEFERRED, null, i / cap + 1, null));
        }
      }
      Instant following = due.following();
      if (due.more() && following != null) {
        Noting rest = Noting.of(schedule, now, following, null);
        rulings.addAll(rest.rulings());
        arrears.addAll(rest.arrears());
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
