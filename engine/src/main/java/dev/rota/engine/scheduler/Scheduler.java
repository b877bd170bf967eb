package dev.rota.engine.scheduler;

import dev.rota.engine.Engine;
import dev.rota.engine.Loop;
import dev.rota.engine.sql.Columns;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import dev.rota.engine.windows.NewWindow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A Scheduler turns planned times into jobs. Every node may have one: together they decide each
 * time once.
 *
 * <pre>{@code
 * try (Engine engine = Engine.start(dataSource);
 *     Scheduler scheduler = Scheduler.start(engine, SchedulerOptions.builder().build())) {
 *   scheduler.schedules().put(NewSchedule.of("report", NewJob.of("report", "{}")).trigger("0 6 * * *").build(), "ada");
 * }
 * }</pre>
 */
public final class Scheduler implements AutoCloseable {
  private static final Sql NEXT_WAKE = Statements.sql("next_wake");
  private static final Sql CHECK = Statements.sql("note_check");
  private static final Sql PARTITIONS = Statements.sql("occurrence_partitions");
  private static final Duration EVERY_SWEEP = Duration.ofSeconds(30);
  private static final int MONTHS_AHEAD = 2;

  private final Engine engine;
  private final Database database;
  private final SchedulerOptions options;
  private final ScheduleTicker ticker;
  private final ScheduleEnds ends;
  private final Arrears arrears;
  private final Schedules schedules;
  private final RecurringJobs recurring;
  private final Occurrences occurrences;
  private final Planning planning;
  private final List<Loop> loops = new ArrayList<>();
  private volatile @Nullable Loop ticking;
  private volatile @Nullable Instant checkedAt;

  private Scheduler(
      Engine engine,
      SchedulerOptions options,
      SchedulerEvents events,
      Gate gate,
      RandomGenerator random) {
    this.engine = engine;
    this.database = engine.database();
    this.options = options;
    Judge judge = new Judge(options, gate, random);
    Ledger ledger = new Ledger(engine.jobs(), options);
    this.arrears = new Arrears(database, gate, events);
    this.ticker = new ScheduleTicker(database, engine.jobs(), judge, ledger, events);
    this.ends = new ScheduleEnds(database, judge, ledger);
    Schedules.Parts parts = new Schedules.Parts(judge, ledger, ticker, arrears);
    this.schedules = new Schedules(database, engine.jobs(), options, parts, events, this::wake);
    this.recurring = new RecurringJobs(database, engine.jobs(), schedules, parts);
    this.occurrences = new Occurrences(database);
    this.planning = new Planning(engine, options, arrears, this::tick, this::wake);
  }

  public static Scheduler start(Engine engine, SchedulerOptions options) {
    return start(engine, options, SchedulerEvents.NONE);
  }

  public static Scheduler start(Engine engine, SchedulerOptions options, SchedulerEvents events) {
    Scheduler scheduler = open(engine, options, events);
    scheduler.start();
    return scheduler;
  }

  /** A scheduler without loops, which works when {@link #tick()} is called: for tests and tools. */
  public static Scheduler open(Engine engine, SchedulerOptions options) {
    return open(engine, options, SchedulerEvents.NONE);
  }

  public static Scheduler open(Engine engine, SchedulerOptions options, SchedulerEvents events) {
    Gate gate = new WindowGate(engine.windows()::calendar);
    return open(engine, options, events, gate, RandomGenerator.getDefault());
  }

  static Scheduler open(
      Engine engine,
      SchedulerOptions options,
      SchedulerEvents events,
      Gate gate,
      RandomGenerator random) {
    return new Scheduler(engine, options, events, gate, random);
  }

  public Schedules schedules() {
    return schedules;
  }

  /** Schedules that are handled as jobs. */
  public RecurringJobs recurring() {
    return recurring;
  }

  /** Jobs that run once and those that recur, together. */
  public JobBoard board() {
    return new JobBoard(engine.jobs(), recurring);
  }

  /** When this scheduler last looked; null if it has not yet. */
  public @Nullable Instant checkedAt() {
    return checkedAt;
  }

  public Occurrences occurrences() {
    return occurrences;
  }

  /** The way from cron expressions to intervals, and back. */
  public CronMigrations cronMigrations() {
    return new CronMigrations(database, schedules);
  }

  public Targets targets() {
    return planning.targets();
  }

  public TargetSources sources() {
    return planning.sources();
  }

  public Plans plans() {
    return planning.plans();
  }

  /** What a window would do to planned times and jobs from one instant to another. */
  public WindowEffect whatIf(NewWindow window, Instant from, Instant to) {
    return new WindowRehearsal(engine.windows(), schedules).of(window, from, to);
  }

  public SchedulerOptions options() {
    return options;
  }

  /**
   * Takes note of what has ended, decides what has come, and writes a batch of what the ledger
   * owes; gives what it wrote.
   */
  public Tally tick() {
    ends.note();
    Tally tally = ticker.tick();
    tally.add(arrears.tick());
    checkedAt =
        database.transact(
            connection -> CHECK.on(connection).one(row -> Columns.instant(row, "now")));
    return tally;
  }

  /** Reads the sources of targets that are due, keeps the plans, and looks for stale targets. */
  public void keep() {
    planning.keep();
  }

  /** Does what is done once in a while: finds schedules that got stuck, and keeps the ledger. */
  public void sweep() {
    ends.findStranded();
    database.run(connection ->
        PARTITIONS
            .on(connection)
            .set("ahead", MONTHS_AHEAD)
            .set("kept", options.keptMonths())
            .one(row -> row.getInt("made")));
  }

  Planning planning() {
    return planning;
  }

  /** Makes the scheduler of this process look now. */
  void wake() {
    Loop loop = ticking;
    if (loop != null) {
      loop.wake();
    }
  }

  @Override
  public void close() {
    loops.forEach(Loop::close);
  }

  private void start() {
    Loop loop = Loop.start("scheduler", this::turn);
    ticking = loop;
    loops.add(loop);
    loops.add(engine.lead("scheduler-sweeper", this::sweepOnce, Duration.ofSeconds(5)));
    loops.addAll(planning.start());
  }

  private Duration turn() {
    tick();
    if (arrears.isLeft()) {
      return Duration.ZERO;
    }
    return database.transact(connection ->
        NEXT_WAKE
            .on(connection)
            .one(
                row -> rest(Columns.nullableInstant(row, "wake_at"), Columns.instant(row, "now"))));
  }

  /** Until the next schedule wants to be looked at, but no longer than a poll. */
  private Duration rest(@Nullable Instant wakeAt, Instant now) {
    if (wakeAt == null || wakeAt.isAfter(now.plus(options.poll()))) {
      return options.poll();
    }
    Duration left = Duration.between(now, wakeAt);
    return left.isPositive() ? left : Duration.ZERO;
  }

  private Duration sweepOnce() {
    sweep();
    return EVERY_SWEEP;
  }
}
