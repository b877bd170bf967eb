package dev.rota.engine;

import dev.rota.Execution;
import dev.rota.Job;
import dev.rota.JobState;
import dev.rota.Json;
import dev.rota.NewGraph;
import dev.rota.NewJob;
import dev.rota.RotaException;
import dev.rota.Rules;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Jobs are enqueued, looked at and controlled here: the beginning of a job's life, and every hand
 * laid on it.
 */
public final class Jobs {
  private static final Sql EXECUTIONS = Statements.sql("executions");
  private static final Sql SUBSCRIBE = Statements.sql("subscribe");
  private static final Sql UNSUBSCRIBE = Statements.sql("unsubscribe");
  private static final Sql SUBSCRIPTIONS = Statements.sql("subscriptions");
  private static final Sql EXECUTION = Statements.sql("execution");
  private static final Sql SOME_EXECUTIONS = Statements.sql("executions_of_ids");
  private static final Sql STATS = Statements.sql("job_stats");
  private static final Sql RUNS = Statements.sql("run_executions");
  private static final Sql RUN_STATS = Statements.sql("run_stats");
  private static final Sql NUMBERED = Statements.sql("numbered_execution");
  private static final Sql KIN = Statements.sql("kin");
  private static final int CHUNK = 5_000;

  /** Large payloads go in smaller chunks: all of one is in memory. */
  private static final int CHUNK_CHARS = 16_000_000;

  private final Database database;
  private final Enqueuer enqueuer;
  private final Handover handover;
  private final EnqueueBatcher batcher;
  private final JobControl control;
  private final JobList list;
  private final ExecutionList executions;
  private final Explainer explainer;
  private final Announcer announcer;
  private final EngineEvents events;

  Jobs(
      Database database,
      Enqueuer enqueuer,
      Handover handover,
      JobControl control,
      JobList list,
      Explainer explainer,
      Announcer announcer,
      EngineEvents events) {
    this.database = database;
    this.enqueuer = enqueuer;
    this.handover = handover;
    this.batcher = new EnqueueBatcher(this::store);
    this.control = control;
    this.list = list;
    this.executions = new ExecutionList(database);
    this.explainer = explainer;
    this.announcer = announcer;
    this.events = events;
  }

  /** Refuses what no enqueue would take. */
  public void check(NewJob job) {
    enqueuer.check(job);
  }

  /** Stores one job durably; callers at the same time share a commit. */
  public Enqueued enqueue(NewJob job) {
    enqueuer.check(job);
    return batcher.enqueue(job);
  }

  /** Stores all of these jobs or none. */
  public List<Enqueued> enqueue(List<NewJob> jobs) {
    enqueuer.check(jobs);
    return jobs.isEmpty() ? List.of() : store(jobs);
  }

  /**
   * Stores jobs in the caller's own transaction: they exist when it commits, and never did if it
   * does not.
   */
  public List<Enqueued> enqueue(Connection connection, List<NewJob> jobs) {
    enqueuer.check(jobs);
    if (jobs.isEmpty()) {
      return List.of();
    }
    try {
      List<Enqueued> stored = enqueuer.enqueueWithin(connection, jobs);
      announcer.readySoon(List.of(0));
      tell(jobs, stored);
      return stored;
    } catch (SQLException e) {
      throw Database.translated(e);
    }
  }

  public Enqueued enqueue(Connection connection, NewJob job) {
    return enqueue(connection, List.of(job)).get(0);
  }

  /** Stores all jobs of a graph or none; answers in their order. */
  public List<Enqueued> enqueueGraph(NewGraph graph) {
    List<NewJob> jobs = jobs(graph);
    enqueuer.internRoutes(jobs);
    List<Enqueued> stored =
        database.transact(c -> enqueuer.enqueue(c, jobs, Edges.Within.of(graph)));
    announcer.ready(List.of(0));
    tell(jobs, stored);
    return stored;
  }

  /** Stores a graph in the caller's own transaction. */
  public List<Enqueued> enqueueGraph(Connection connection, NewGraph graph) {
    List<NewJob> jobs = jobs(graph);
    try {
      List<Enqueued> stored =
          Database.within(connection, c -> enqueuer.enqueue(c, jobs, Edges.Within.of(graph)));
      announcer.readySoon(List.of(0));
      tell(jobs, stored);
      return stored;
    } catch (SQLException e) {
      throw Database.translated(e);
    }
  }

  private List<NewJob> jobs(NewGraph graph) {
    List<NewJob> jobs = graph.nodes().stream().map(NewGraph.Node::job).toList();
    enqueuer.check(jobs);
    return jobs;
  }

  /** Stores a stream of any number of jobs, all or none; gives how many of them were new. */
  public long enqueueAll(Stream<NewJob> jobs) {
    Tally stored =
        database.once(connection -> {
          Tally tally = new Tally();
          Iterator<NewJob> all = jobs.iterator();
          long first = 0;
          while (all.hasNext()) {
            List<NewJob> chunk = chunk(all);
            enqueuer.check(chunk, first);
            tally.add(chunk, enqueuer.enqueueMany(connection, chunk));
            first += chunk.size();
          }
          return tally;
        });
    announcer.ready(List.of(0));
    stored.tell(events);
    return stored.total();
  }

  private static List<NewJob> chunk(Iterator<NewJob> jobs) {
    List<NewJob> chunk = new ArrayList<>();
    for (int chars = 0; jobs.hasNext() && chunk.size() < CHUNK && chars < CHUNK_CHARS; ) {
      NewJob job = jobs.next();
      chunk.add(job);
      chars += job.payload().length();
    }
    return chunk;
  }

  /** Makes one job for each kind that is subscribed to the topic, in one transaction. */
  public List<Enqueued> publish(String topic, String payload) {
    Rules.name("topic", topic);
    Json.check("payload", payload);
    List<NewJob> jobs =
        database.transact(connection ->
            SUBSCRIPTIONS
                .on(connection)
                .set("topic", topic)
                .list(row ->
                    NewJob.kind(row.getString("kind"))
                        .queue(row.getString("queue"))
                        .payload(payload)
                        .build()));
    return enqueue(jobs);
  }

  /** Subscribes a kind on a queue to a topic. */
  public void subscribe(String topic, String kind, String queue) {
    subscription(SUBSCRIBE, topic, kind, queue);
  }

  public void unsubscribe(String topic, String kind, String queue) {
    subscription(UNSUBSCRIBE, topic, kind, queue);
  }

  public Optional<Job> get(long id) {
    return database.transact(connection -> control.find(connection, id));
  }

  /** Those of some jobs that exist, newest first. */
  public List<Job> get(Collection<Long> ids) {
    return list.jobs(List.copyOf(ids));
  }

  /** What a job depends on and what depends on it, at most so many of each. */
  public List<Kin> kin(long id, int limit) {
    Rules.range("limit", limit, 1, 10_000);
    return database.transact(
        connection -> KIN.on(connection).set("job", id).set("max", limit).list(Kin::read));
  }

  /** Why a job is not running and when it would; who runs it; or how it ended. */
  public Explanation explain(long id) {
    return explainer.explain(id);
  }

  /** A page of jobs, newest first; {@code after} is what the page before gave as its next. */
  public Page<Job> list(JobFilter filter, int limit, @Nullable Long after) {
    return list.page(filter, limit, after);
  }

  /** A page of jobs, newest first, that begins so many jobs after the first. */
  public List<Job> list(JobFilter filter, int limit, int offset) {
    return list.page(filter, limit, offset);
  }

  /** How many jobs match, up to ten thousand and as far as its time goes. */
  public Count count(JobFilter filter) {
    return list.count(filter);
  }

  /** A page of executions of all jobs, newest first. */
  public Page<NumberedExecution> executions(
      ExecutionFilter filter, int limit, @Nullable Long after) {
    return executions.page(filter, limit, after);
  }

  /** An execution with the number by which people know it. */
  public Optional<NumberedExecution> numbered(long id) {
    return database.transact(connection ->
        NUMBERED
            .on(connection)
            .set("id", id)
            .first(row -> JobRows.numbered(row, Taken.nullableLong(row, "recurring"))));
  }

  /** The executions of the runs of a recurring job, newest first. */
  public List<NumberedExecution> runs(long schedule, int limit, int offset) {
    checkPage(limit, offset);
    return database.transact(connection ->
        RUNS.on(connection)
            .set("schedule", schedule)
            .set("max", limit)
            .set("skip", offset)
            .list(row -> JobRows.numbered(row, schedule)));
  }

  public RunStats runStats(long schedule) {
    return database.transact(connection ->
        RUN_STATS
            .on(connection)
            .set("schedule", schedule)
            .one(row ->
                new RunStats(
                    row.getLong("executions"),
                    average(row),
                    Taken.nullableInstant(row, "last_started_at"))));
  }

  public Optional<Execution> execution(long id) {
    return database.transact(
        connection -> EXECUTION.on(connection).set("id", id).first(JobRows::execution));
  }

  /** Those of some executions that exist. */
  public List<Execution> executions(Collection<Long> ids) {
    return database.transact(connection ->
        SOME_EXECUTIONS.on(connection).set("ids", ManyJobs.array(ids)).list(JobRows::execution));
  }

  /** The numbers of a job's executions. */
  public JobStats stats(long id) {
    return database.transact(connection ->
        STATS
            .on(connection)
            .set("job", id)
            .one(row ->
                new JobStats(
                    row.getLong("executions"),
                    row.getLong("completed"),
                    row.getLong("failed"),
                    average(row),
                    Taken.nullableInstant(row, "last_started_at"))));
  }

  private static @Nullable Duration average(ResultSet row) throws SQLException {
    Long millis = Taken.nullableLong(row, "average_ms");
    return millis == null ? null : Duration.ofMillis(millis);
  }

  private static void checkPage(int limit, int offset) {
    Rules.range("limit", limit, 1, 10_000);
    Rules.range("offset", offset, 0, Integer.MAX_VALUE - 10_000);
  }

  /** The executions of a job, newest first. */
  public List<Execution> executions(long id, int limit, int offset) {
    checkPage(limit, offset);
    return database.transact(connection ->
        EXECUTIONS
            .on(connection)
            .set("job", id)
            .set("max", limit)
            .set("skip", offset)
            .list(JobRows::execution));
  }

  /** Cancels a job that waits at once; asks one that runs to stop. */
  public Job cancel(long id, String actor) {
    return control.cancel(id, actor);
  }

  /** Holds a pending or scheduled job. */
  public Job pause(long id, String actor) {
    return control.pause(id, actor);
  }

  /** Lets a held job go on from where it was. */
  public Job resume(long id, String actor) {
    return control.resume(id, actor);
  }

  /** Runs a failed or cancelled job again, with all its retries. */
  public Job retry(long id, String actor) {
    return control.retry(id, actor);
  }

  public Job prioritize(long id, int priority, String actor) {
    Rules.range("priority", priority, 0, Rules.PRIORITY_MAX);
    return control.prioritize(id, priority, 0, actor);
  }

  /** Raises the priority of a job, to a hundred at the most. */
  public Job boost(long id, int by, String actor) {
    Rules.range("boost", by, 1, Rules.PRIORITY_MAX);
    return control.prioritize(id, null, by, actor);
  }

  /** Changes what a job was asked for. */
  public Job update(long id, JobChanges changes, String actor) {
    if (changes.payload() != null) {
      enqueuer.check(changes.payload());
    }
    return control.update(id, changes, actor);
  }

  /**
   * Clears the lock of a running job: its execution is over as if its worker were lost, and whoever
   * runs it can report nothing any more; the job goes back to its queue at once.
   */
  public Job release(long id, String actor) {
    return control.release(id, actor);
  }

  /** Forgets a job that does not run, and its executions; gives what it was. */
  public Job delete(long id, String actor) {
    return control.delete(id, actor);
  }

  static RotaException unknown(long id) {
    return new RotaException("not-found", "there is no job " + id);
  }

  static RotaException forbidden(Job job, JobState to) {
    return new RotaException(
        "forbidden-transition",
        "job " + job.id() + " is " + job.state().word() + " and cannot become " + to.word());
  }

  private List<Enqueued> store(List<NewJob> jobs) {
    List<Enqueued> stored = BareJobs.are(jobs) ? handover.store(jobs) : storeOthers(jobs);
    tell(jobs, stored);
    return stored;
  }

  private List<Enqueued> storeOthers(List<NewJob> jobs) {
    enqueuer.internRoutes(jobs);
    Database.Work<List<Enqueued>> work = connection -> enqueuer.enqueue(connection, jobs);
    List<Enqueued> stored =
        Enqueuer.isOneStatement(jobs) ? database.alone(work) : database.transact(work);
    announcer.ready(List.of(0));
    return stored;
  }

  private void tell(List<NewJob> jobs, List<Enqueued> stored) {
    Tally tally = new Tally();
    tally.add(jobs, stored);
    tally.tell(events);
    if (jobs.stream().anyMatch(job -> !job.parents().jobs().isEmpty())) {
      announcer.awaited();
    }
  }

  private void subscription(Sql sql, String topic, String kind, String queue) {
    Rules.name("topic", topic);
    Rules.name("kind", kind);
    Rules.name("queue", queue);
    database.run(connection ->
        sql.on(connection).set("topic", topic).set("kind", kind).set("queue", queue).update());
  }
}
