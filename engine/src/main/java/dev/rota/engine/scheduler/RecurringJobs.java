package dev.rota.engine.scheduler;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.Job;
import dev.rota.JobState;
import dev.rota.RotaException;
import dev.rota.Rules;
import dev.rota.engine.Explanation;
import dev.rota.engine.JobChanges;
import dev.rota.engine.JobFilter;
import dev.rota.engine.Jobs;
import dev.rota.engine.scheduler.ScheduleTicker.Due;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * RecurringJobs are schedules that people handle as jobs: what is done to one is done to the
 * schedule and to its run together. The schedule comes first, so that no new run starts meanwhile.
 */
public final class RecurringJobs {
  private static final Sql PUT = Statements.sql("put_recurring_job");
  private static final Sql LIST = Statements.sql("recurring_jobs");
  private static final Sql RESUME = Statements.sql("resume_recurring_job");
  private static final Sql CANCEL = Statements.sql("cancel_recurring_job");
  private static final Sql END_KEY = Statements.sql("end_key_of_recurring_job");
  private static final Sql RESTART = Statements.sql("restart_recurring_job");
  private static final Set<JobState> UNDER_WAY =
      EnumSet.of(JobState.PENDING, JobState.SCHEDULED, JobState.RUNNING);

  private final Database database;
  private final Jobs jobs;
  private final Schedules schedules;
  private final ScheduleTicker ticker;
  private final Ledger ledger;

  RecurringJobs(Database database, Jobs jobs, Schedules schedules, Schedules.Parts parts) {
    this.database = database;
    this.jobs = jobs;
    this.schedules = schedules;
    this.ticker = parts.ticker();
    this.ledger = parts.ledger();
  }

  /** A Made is a recurring job that was asked for; a duplicate was there before. */
  public record Made(RecurringJob job, boolean duplicate) {}

  /**
   * Creates a recurring job.
   *
   * @param key for a day the same key makes one job, if it comes with the same wish
   */
  public Made create(NewRecurringJob wish, @Nullable String key, String actor) {
    if (key == null) {
      return made(wish, "job " + UUID.randomUUID(), actor);
    }
    String name = "job " + named(key);
    database.run(connection -> END_KEY.on(connection).set("name", name).update());
    Optional<Made> before = duplicate(wish, name, key);
    if (before.isPresent()) {
      return before.get();
    }
    try {
      return made(wish, name, actor);
    } catch (RotaException e) {
      // Somebody may have made it since.
      return duplicate(wish, name, key).orElseThrow(() -> e);
    }
  }

  private Made made(NewRecurringJob wish, String name, String actor) {
    Schedule made = schedules.put(wish.as(name), actor, false, c -> note(c, name, wish));
    return new Made(existing(made.id()), false);
  }

  private Optional<Made> duplicate(NewRecurringJob wish, String name, String key) {
    Optional<RecurringJob> there = schedules.get(name).map(schedule -> existing(schedule.id()));
    if (there.isPresent() && !there.get().definition().isSameAs(wish)) {
      throw new RotaException(
          "idempotency-conflict", "the idempotency key " + key + " made another recurring job");
    }
    return there.map(job -> new Made(job, true));
  }

  public Optional<RecurringJob> get(long id) {
    return list(JobFilter.ALL, 1, id + 1).stream().filter(job -> job.id() == id).findFirst();
  }

  /** Recurring jobs, newest first, after one of these. */
  List<RecurringJob> list(JobFilter filter, int max, @Nullable Long after) {
    return database.transact(connection -> {
      Database.pin(connection);
      return LIST.on(connection)
          .set("before", after == null ? Long.MAX_VALUE : after.longValue())
          .set("queue", filter.queue())
          .set("kind", filter.kind())
          .set("tag", filter.tag())
          .set("states", filter.words())
          .set("max", max)
          .list(RecurringRows::job);
    });
  }

  /**
   * Changes what it was asked for; its run, if it is live, has the same changes.
   *
   * @param recurrence when it runs from now on; null for as before
   */
  public RecurringJob update(
      long id, JobChanges changes, @Nullable Recurrence recurrence, String actor) {
    RecurringJob job = existing(id);
    String name = job.schedule().name();
    NewRecurringJob wish = job.definition().with(changes, recurrence);
    if (job.run() != null && job.isLive()) {
      jobs.update(job.run().job(), changes, actor);
    }
    schedules.put(wish.as(name), actor, true, connection -> note(connection, name, wish));
    return existing(id);
  }

  /** Holds it: a run that waits is held as well, one that runs goes on to its end. */
  public RecurringJob pause(long id, String actor) {
    RecurringJob job = existing(id);
    if (!UNDER_WAY.contains(job.state()) || job.schedule().isPaused()) {
      throw forbidden(job, JobState.PAUSED);
    }
    schedules.pause(job.schedule().name(), actor);
    if (job.run() != null && job.isLive()) {
      quietly(job.run().job(), run -> jobs.pause(run, actor));
    }
    return existing(id);
  }

  /** Lets it go on: its next time is one interval from now, unless a run is to be finished. */
  public RecurringJob resume(long id, String actor) {
    RecurringJob job = existing(id);
    boolean held = job.run() != null && job.run().state() == JobState.PAUSED;
    if (!held && !job.schedule().isPaused()) {
      throw forbidden(job, JobState.SCHEDULED);
    }
    if (job.run() != null && held) {
      quietly(job.run().job(), run -> jobs.resume(run, actor));
    }
    schedules.change("schedule.resumed", job.schedule().name(), actor, this::goOn);
    return existing(id);
  }

  /** Ends it, and its run. */
  public RecurringJob cancel(long id, String actor) {
    RecurringJob job = existing(id);
    if (job.state().isTerminal() && !(job.state() == JobState.CANCELLED && job.isLive())) {
      throw forbidden(job, JobState.CANCELLED);
    }
    schedules.change(
        "schedule.cancelled",
        job.schedule().name(),
        actor,
        (connection, due, schedule) -> {
          CANCEL
              .on(connection)
              .set("id", schedule.id())
              .set("now", due.now().toString())
              .set("actor", actor)
              .update();
          return new Tally();
        });
    RecurringJob ended = existing(id);
    if (ended.run() != null && ended.isLive()) {
      quietly(ended.run().job(), run -> jobs.cancel(run, actor));
    }
    return existing(id);
  }

  /** Runs one that failed or was cancelled again, now and from then on. */
  public RecurringJob retry(long id, String actor) {
    RecurringJob job = existing(id);
    if (job.state() != JobState.FAILED && job.state() != JobState.CANCELLED) {
      throw forbidden(job, JobState.PENDING);
    }
    boolean again = job.state() == JobState.FAILED && job.run() != null;
    if (job.run() != null && again) {
      jobs.retry(job.run().job(), actor);
    } else {
      schedules.change("schedule.retried", job.schedule().name(), actor, this::startAnew);
    }
    return existing(id);
  }

  public RecurringJob prioritize(long id, int priority, String actor) {
    return update(id, new JobChanges(null, null, null, priority, null, null), null, actor);
  }

  /** Raises its priority, to a hundred at the most. */
  public RecurringJob boost(long id, int by, String actor) {
    Rules.range("boost", by, 1, Rules.PRIORITY_MAX);
    int now = existing(id).schedule().definition().job().priority();
    return prioritize(id, Math.min(Rules.PRIORITY_MAX, now + by), actor);
  }

  /** Takes its run from the worker that has it, and puts it back. */
  public RecurringJob release(long id, String actor) {
    RecurringJob job = existing(id);
    if (job.run() == null) {
      throw forbidden(job, JobState.PENDING);
    }
    jobs.release(job.run().job(), actor);
    return existing(id);
  }

  /** Deletes one that does not run; what its runs were stays until retention takes it. */
  public void delete(long id, String actor) {
    RecurringJob job = existing(id);
    if (job.run() != null && job.run().state() == JobState.RUNNING) {
      throw new RotaException("running", "job " + id + " is running: cancel it before");
    }
    schedules.delete(job.schedule().name(), actor);
    if (job.run() != null && job.isLive()) {
      quietly(job.run().job(), run -> jobs.cancel(run, actor));
    }
  }

  /** Why it is not running: what keeps its run, or between two runs what keeps the next. */
  public Explanation explain(long id) {
    RecurringJob job = existing(id);
    return job.run() != null && job.isLive()
        ? jobs.explain(job.run().job())
        : BetweenRuns.explain(job);
  }

  private Tally goOn(Connection connection, Due due, Schedule schedule) throws SQLException {
    Judgement passed = ticker.judge(connection, due, schedule);
    Tally tally = ledger.write(connection, List.of(new Decision(schedule, passed)), due.now());
    Instant next = DueTimes.afterCompletion(schedule.timetable(), due.now(), due.now());
    RESUME
        .on(connection)
        .set("id", schedule.id())
        .set("waits", !due.live())
        .set("next_run_at", ScheduleRows.text(next))
        .update();
    return tally;
  }

  private Tally startAnew(Connection connection, Due due, Schedule schedule) throws SQLException {
    RESTART.on(connection).set("id", schedule.id()).set("now", due.now().toString()).update();
    Ruling now = new Ruling(due.now(), Fate.ENQUEUED, due.now(), 0, "by hand");
    Judgement first = new Judgement(List.of(now), null, null);
    return ledger.write(connection, List.of(new Decision(schedule, first)), due.now());
  }

  private static void note(Connection connection, String name, NewRecurringJob wish)
      throws SQLException {
    PUT.on(connection)
        .set("name", name)
        .set("interval_type", wish.recurrence().intervalType())
        .set("schedule_time", wish.recurrence().scheduleTime())
        .update();
  }

  private static UUID named(String key) {
    return UUID.nameUUIDFromBytes(Rules.key("idempotency_key", key).getBytes(UTF_8));
  }

  private RecurringJob existing(long id) {
    return get(id).orElseThrow(() -> new RotaException("not-found", "there is no job " + id));
  }

  /** Something that is done to a run. */
  private interface Hand {
    Job lay(long run);
  }

  /** What a run does not allow any more, because it went on meanwhile, is left undone. */
  private static void quietly(long run, Hand hand) {
    try {
      hand.lay(run);
    } catch (RotaException e) {
      if (!Set.of("forbidden-transition", "running", "not-found").contains(e.code())) {
        throw e;
      }
    }
  }

  private static RotaException forbidden(RecurringJob job, JobState to) {
    return new RotaException(
        "forbidden-transition",
        "job " + job.id() + " is " + job.state().word() + " and cannot become " + to.word());
  }
}
