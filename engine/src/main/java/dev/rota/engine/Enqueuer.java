package dev.rota.engine;

import dev.rota.InvalidInput;
import dev.rota.Limits;
import dev.rota.NewJob;
import dev.rota.RetryPolicy;
import dev.rota.RotaException;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An Enqueuer stores new jobs on a given connection: keys first, then what is not a duplicate, all
 * in one statement for any number of jobs.
 */
final class Enqueuer {
  private static final Sql ENQUEUE = Statements.sql("enqueue");
  private static final Sql LENGTHEN = Statements.sql("lengthen_routes");
  private static final Sql NEW_IDS = Statements.sql("new_ids");

  private static final String NO_METADATA = "{}";

  private final Routes routes;
  private final int payloadLimit;

  Enqueuer(Routes routes, int payloadLimit) {
    this.routes = routes;
    this.payloadLimit = payloadLimit;
  }

  /** Refuses what is too large to store, before anything is. */
  void check(NewJob job) {
    check(job.payload());
  }

  void check(String payload) {
    int most = payloadLimit;
    // A char is at most three bytes of UTF-8: most payloads need no counting.
    if (payload.length() > most / 3 && payload.getBytes(StandardCharsets.UTF_8).length > most) {
      throw new InvalidInput("payload", payload, "must be at most " + most + " bytes");
    }
  }

  void check(List<NewJob> jobs) {
    check(jobs, 0);
  }

  /** Refuses a list that holds such a job, naming its place, counted from {@code first}. */
  void check(List<NewJob> jobs, long first) {
    for (int i = 0; i < jobs.size(); i++) {
      try {
        check(jobs.get(i));
      } catch (InvalidInput e) {
        throw e.at("jobs[" + (first + i) + "]");
      }
    }
  }

  /** Stores the jobs in a transaction that is not ours; if they are refused it can go on. */
  List<Enqueued> enqueueWithin(Connection connection, List<NewJob> jobs) throws SQLException {
    return isPlain(jobs)
        ? enqueue(connection, jobs)
        : Database.within(connection, c -> enqueue(c, jobs));
  }

  /** Makes routes that are new before a connection is taken: making one takes another. */
  void internRoutes(List<NewJob> jobs) {
    routes.of(jobs);
  }

  /** Stores the jobs in the connection's transaction; answers in their order. */
  List<Enqueued> enqueue(Connection connection, List<NewJob> jobs) throws SQLException {
    if (!isPlain(jobs)) {
      return enqueue(connection, jobs, Edges.Within.NOTHING);
    }
    int[] route = routes.of(jobs);
    if (BareJobs.are(jobs)) {
      return answers(new BareJobs(jobs, route).store(connection));
    }
    noteTimeouts(connection, jobs, route);
    return answers(
        insert(connection, jobs, route, new Long[jobs.size()], new boolean[jobs.size()]));
  }

  static List<Enqueued> answers(List<Long> ids) {
    return ids.stream().map(id -> new Enqueued(id, false)).toList();
  }

  /** The same for jobs of which there are many, on a connection of the engine's own. */
  List<Enqueued> enqueueMany(Connection connection, List<NewJob> jobs) throws SQLException {
    if (!jobs.stream().allMatch(JobCopy::takes)) {
      return enqueue(connection, jobs);
    }
    return answers(new JobCopy(connection).store(jobs, routes.of(jobs)));
  }

  /** Stores jobs of which some wait for others of the same list. */
  List<Enqueued> enqueue(Connection connection, List<NewJob> jobs, Edges.Within within)
      throws SQLException {
    int[] route = routes.of(jobs);
    noteTimeouts(connection, jobs, route);
    Reservation reservation = new Reservation(jobs, newIds(connection, jobs.size()));
    Enqueued[] answers = reservation.reserve(connection);
    Edges edges = Edges.find(connection, jobs, within, answers);
    insertWinners(connection, jobs, route, answers, edges);
    edges.store(connection);
    reservation.applyDuplicates(connection);
    return List.of(answers);
  }

  /** Windows have to know of jobs that may run for longer than others of their queue. */
  private static void noteTimeouts(Connection connection, List<NewJob> jobs, int[] routes)
      throws SQLException {
    if (jobs.stream().anyMatch(job -> job.timeout() != null)) {
      LENGTHEN
          .on(connection)
          .set("routes", routes)
          .set("timeouts_ms", longs(jobs, j -> millis(j.timeout())))
          .update();
    }
  }

  /** Whether the database is asked only once to store these jobs. */
  static boolean isOneStatement(List<NewJob> jobs) {
    return isPlain(jobs) && jobs.stream().allMatch(job -> job.timeout() == null);
  }

  /** Jobs without keys and parents are stored by a single statement, others by several. */
  private static boolean isPlain(List<NewJob> jobs) {
    return jobs.stream()
        .allMatch(
            j -> j.unique() == null && j.idempotencyKey() == null && j.parents().jobs().isEmpty());
  }

  private void insertWinners(
      Connection connection, List<NewJob> jobs, int[] route, Enqueued[] answers, Edges edges)
      throws SQLException {
    List<NewJob> winners = new ArrayList<>();
    List<Integer> winnerRoutes = new ArrayList<>();
    List<Long> ids = new ArrayList<>();
    boolean[] waits = new boolean[answers.length];
    for (int i = 0; i < answers.length; i++) {
      if (!answers[i].duplicate()) {
        waits[winners.size()] = edges.waits(i);
        winners.add(jobs.get(i));
        winnerRoutes.add(route[i]);
        ids.add(answers[i].job());
      }
    }
    if (!winners.isEmpty()) {
      int[] theirRoutes = winnerRoutes.stream().mapToInt(Integer::intValue).toArray();
      insert(
          connection,
          winners,
          theirRoutes,
          ids.toArray(Long[]::new),
          Arrays.copyOf(waits, winners.size()));
    }
  }

  static List<Long> newIds(Connection connection, int count) throws SQLException {
    return NEW_IDS
        .on(connection)
        .set("count", count)
        .one(row -> List.of((Long[]) row.getArray("ids").getArray()));
  }

  private static List<Long> insert(
      Connection connection, List<NewJob> jobs, int[] routes, @Nullable Long[] ids, boolean[] waits)
      throws SQLException {
    return ENQUEUE
        .on(connection)
        .set("ids", ids)
        .set("routes", routes)
        .set("priorities", priorities(jobs))
        .set("payloads", texts(jobs, NewJob::payload))
        .set("run_ats", texts(jobs, j -> j.runAt() == null ? null : j.runAt().toString()))
        .set("delays_ms", longs(jobs, j -> j.delay().toMillis()))
        .set(
            "max_retries",
            longs(jobs, j -> j.maxRetries() == null ? null : j.maxRetries().longValue()))
        .set("retries", texts(jobs, j -> composite(j.retry())))
        .set("unique_keys", texts(jobs, j -> j.unique() == null ? null : j.unique().key()))
        .set(
            "concurrency_keys",
            texts(jobs, j -> j.concurrency() == null ? null : j.concurrency().key()))
        .set(
            "concurrency_limits",
            longs(jobs, j -> j.concurrency() == null ? null : (long) j.concurrency().limit()))
        .set("timeouts_ms", longs(jobs, j -> millis(j.timeout())))
        .set("limits", texts(jobs, j -> composite(j.limits())))
        .set("tags", texts(jobs, Enqueuer::tags))
        .set("metadatas", texts(jobs, Enqueuer::metadata))
        .set("traces", texts(jobs, NewJob::trace))
        .set("created_bys", texts(jobs, Enqueuer::creator))
        .set("schedules", longs(jobs, NewJob::schedule))
        .set("waits", waits)
        .list(row -> row.getLong("id"));
  }

  static short[] priorities(List<NewJob> jobs) {
    short[] priorities = new short[jobs.size()];
    for (int i = 0; i < priorities.length; i++) {
      priorities[i] = (short) jobs.get(i).priority();
    }
    return priorities;
  }

  /** What makes two enqueues the same request. */
  static UUID request(NewJob job) {
    String all =
        List.of(
                job.kind(),
                job.queue(),
                job.payload(),
                job.priority(),
                String.valueOf(job.runAt()),
                job.delay(),
                String.valueOf(job.maxRetries()),
                String.valueOf(job.retry()),
                String.valueOf(job.unique()),
                String.valueOf(job.concurrency()),
                new TreeSet<>(job.requires()),
                String.valueOf(job.timeout()),
                job.tags(),
                job.metadata(),
                job.createdBy())
            .toString();
    if (job.tenant() != null) {
      all += job.tenant();
    }
    if (!job.limits().isNone()) {
      all += job.limits();
    }
    String parents = job.parents().jobs().isEmpty() ? "" : job.parents().toString();
    return UUID.nameUUIDFromBytes((all + parents).getBytes(StandardCharsets.UTF_8));
  }

  static @Nullable Long millis(@Nullable Duration duration) {
    return duration == null ? null : duration.toMillis();
  }

  /** The tags as PostgreSQL reads them; null for none. */
  static @Nullable String tags(NewJob job) {
    return job.tags().isEmpty() ? null : ArrayText.of(job.tags());
  }

  static @Nullable String metadata(NewJob job) {
    return job.metadata().equals(NO_METADATA) ? null : job.metadata();
  }

  /** Who made it; null for Rota itself. */
  static @Nullable String creator(NewJob job) {
    return job.createdBy().equals("system") ? null : job.createdBy();
  }

  /** A retry policy as PostgreSQL reads the type rota.retry_policy. */
  static @Nullable String composite(@Nullable RetryPolicy policy) {
    return policy == null
        ? null
        : "(%d ms,%s,%d ms,%s)"
            .formatted(
                policy.base().toMillis(),
                policy.factor(),
                policy.cap().toMillis(),
                policy.jitter());
  }

  /** Limits as PostgreSQL reads the type rota.limits. */
  static @Nullable String composite(Limits limits) {
    return limits.isNone()
        ? null
        : "(%s,%s)"
            .formatted(
                limits.cpu() == null ? "" : limits.cpu().toMillis() + " ms",
                limits.memoryMb() == null ? "" : limits.memoryMb());
  }

  static @Nullable String[] texts(List<NewJob> jobs, Function<NewJob, @Nullable String> value) {
    @Nullable String[] texts = new String[jobs.size()];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = value.apply(jobs.get(i));
    }
    return texts;
  }

  private static @Nullable Long[] longs(List<NewJob> jobs, Function<NewJob, @Nullable Long> value) {
    @Nullable Long[] longs = new Long[jobs.size()];
    for (int i = 0; i < longs.length; i++) {
      longs[i] = value.apply(jobs.get(i));
    }
    return longs;
  }

  static RotaException otherRequest(String key) {
    return new RotaException(
        "idempotency-conflict",
        "idempotency_key \"" + key + "\": was used for another request within the last 24 hours");
  }
}
