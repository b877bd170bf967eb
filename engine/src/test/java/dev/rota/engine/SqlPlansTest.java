package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.sql.Database;
import dev.rota.testkit.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The plans of the statements on a database with a hundred thousand jobs: the index that a header
 * names is used, and no big table is read from end to end, whether the plan was made for the values
 * at hand or for any.
 */
final class SqlPlansTest {
  /** What is asked again and again, whether there is anything or not. */
  private static final List<String> POLLED =
      List.of(
          "take",
          "peek",
          "oldest_lane_rows",
          "promote",
          "next_due",
          "due_schedules",
          "next_wake",
          "job_ends",
          "young_parents");

  /** What happens to batches of jobs: each is looked up, whatever was there when it was planned. */
  private static final List<String> BATCHED =
      List.of(
          "take",
          "take_place",
          "definitions",
          "start",
          "complete",
          "fail",
          "cancel_running_done",
          "release",
          "release_keys",
          "hand_on",
          "promote",
          "present_runs",
          "renew_runs",
          "save_progress");

  private static final Pattern WHOLE =
      Pattern.compile(
          "Index (?:Only )?Scan using \\w+ on (?:run|uniq|keylock|parked|delayed|ready|job_\\w+)\\b.*\\n(?!\\s+Index Cond)");

  /** What runs with its plan pinned: exchanges, floors, promotions and lists. */
  private static final Set<String> PINNED =
      Set.of(
          "take",
          "take_place",
          "definitions",
          "peek",
          "oldest_lane_rows",
          "lane_depths",
          "plan_times",
          "promote",
          "next_due",
          "start",
          "park",
          "routes",
          "acquire_keys",
          "release_keys",
          "hand_on",
          "unhold_unclaimed",
          "present_runs",
          "cancelled_runs",
          "renew_runs",
          "save_progress",
          "complete",
          "fail",
          "cancel_running_done",
          "release",
          "execution_status",
          "rate_left",
          "lock_rate",
          "lock_tenant_quota",
          "tenant_quota_left",
          "tenant_quota_free",
          "list_jobs",
          "list_live_jobs",
          "list_ended_jobs",
          "list_jobs_of_routes",
          "list_jobs_of_schedule",
          "walk_jobs",
          "walk_states",
          "walk_schedule",
          "walk_dead_letters",
          "sift_jobs",
          "jobs_of_ids",
          "list_executions",
          "bring_back",
          "due_schedules",
          "cancelling_schedules",
          "stranded_schedules",
          "known_occurrences",
          "known_arrears",
          "explain",
          "key_holder",
          "rate_free",
          "count_serving",
          "count_ahead",
          "count_parked_ahead",
          "start_rate",
          "take_arrears",
          "write_arrears",
          "shorten_arrears",
          "write_occurrences",
          "set_occurrence_jobs",
          "advance_schedules",
          "take_ends",
          "lock_schedules",
          "note_ends",
          "first_deferred",
          "next_wake",
          "recurring_jobs",
          "job_ends",
          "sweep_parents",
          "waiting_children",
          "young_parents",
          "next_outgoing",
          "outgoing_lines",
          "take_notes",
          "listening",
          "troubles",
          "put_trouble",
          "end_trouble",
          "new_delivery_ids",
          "put_deliveries",
          "deliveries",
          "webhook_deliveries",
          "undelivered",
          "delivery_counts");

  /** What runs pinned but may use bitmaps: its index has no order. */
  private static final Set<String> BITMAPPED = Set.of("search_pages");

  private static final List<String> MODES = List.of("force_custom_plan", "force_generic_plan");
  private static final Set<String> BIG =
      Set.of(
          "job",
          "ready",
          "run",
          "execution",
          "delayed",
          "schedule",
          "occurrence",
          "page",
          "blocked",
          "dependency",
          "job_end",
          "batch_job",
          "page_content",
          "webhook_note",
          "delivery");
  private static final Pattern INDEX =
      Pattern.compile("Index (?:Only )?Scan(?: Backward)? using (\\w+)");
  private static final Pattern BITMAP = Pattern.compile("Bitmap Index Scan on (\\w+)");
  private static final Pattern ARBITER = Pattern.compile("Conflict Arbiter Indexes: (\\w+)");
  private static final Pattern SEQ = Pattern.compile("Seq Scan on (\\w+)");

  private static final Pattern SEQ_OF_JOBS =
      Pattern.compile("Seq Scan on (?:run|uniq|keylock|parked|delayed|ready|job_\\w+)\\b");
  private static final Pattern SORT = Pattern.compile("Sort Key: [rd]\\.");

  private static TestDatabase database;

  @BeforeAll
  static void fill() {
    database = EngineTest.migrated();
    fill(database);
    database.execute("ANALYZE");
  }

  @AfterAll
  static void drop() {
    database.close();
  }

  /** Sixty thousand pending jobs, ten thousand in every other live state, and their history. */
  private static void fill(TestDatabase database) {
    database.execute(
        """
        INSERT INTO rota.queue (name, rate_count, rate_period)
          SELECT 'q' || n, 1000, interval '1 minute' FROM generate_series(1, 10) n;
        INSERT INTO rota.route (queue, kind) SELECT 'q' || n % 10 + 1, 'k' || n FROM generate_series(0, 39) n;
        INSERT INTO rota.worker (name, started_at, beat_at, lease_until, stopped_at)
          SELECT 'w' || n, rota.clock(), rota.clock(), rota.clock() + interval '1 hour', CASE WHEN n > 10 THEN rota.clock() END
          FROM generate_series(1, 5000) n;
        INSERT INTO rota.job (id, route, priority, max_retries, payload, unique_key, concurrency_key, concurrency_limit)
          SELECT rota.next_id(), n % 40 + 1, n % 5 * 10, 3, '{}', 'u' || n, 'c' || n % 5000, 1 FROM generate_series(1, 100000) n;
        CREATE TEMP TABLE numbered AS
          SELECT id, route, priority, row_number() OVER (ORDER BY id) AS n FROM rota.job;
        INSERT INTO rota.ready (job, since, route, lane, uniq)
          SELECT id, rota.clock(), route, rota.lane(priority, 0), md5(id::text)::uuid FROM numbered WHERE n <= 60000;
        INSERT INTO rota.ready (job, since, route, lane, key, holds_key)
          SELECT -n, rota.clock(), 1, 0, n, true FROM generate_series(1, 3000) n;
        INSERT INTO rota.run (job, fence, started_at, since, route, attempt, worker, lane, retries, lease_until, key, cancel)
          SELECT id, id, rota.clock(), rota.clock(), route, 1, n % 10 + 1, rota.lane(priority, 0), 0,
            CASE WHEN n % 2 = 0 THEN rota.clock() + n * interval '1 second' END, n, n % 100 = 0
          FROM numbered WHERE n > 60000 AND n <= 70000;
        INSERT INTO rota.delayed (job, run_at, route, lane)
          SELECT id, rota.clock() + n * interval '1 second', route, rota.lane(priority, 0) FROM numbered WHERE n > 70000 AND n <= 80000;
        INSERT INTO rota.parked (job, seq, since, key, route, attempt, lane, retries)
          SELECT id, n, rota.clock(), n % 5000, route, 0, rota.lane(priority, 0), 0 FROM numbered WHERE n > 80000 AND n <= 90000;
        INSERT INTO rota.paused (job, resumes, since, route, attempt, lane, retries, paused_at, paused_by)
          SELECT id, 'pending', rota.clock(), route, 0, 0, 0, rota.clock(), 'test' FROM numbered WHERE n > 90000;
        INSERT INTO rota.keylock (key, active, granted, cap) SELECT n, 1, 1, 1 FROM generate_series(-5, 90000) n;
        INSERT INTO rota.uniq (key, job, scope, expires_at)
          SELECT md5(id::text)::uuid, id, 'period', rota.clock() + n * interval '1 second' FROM numbered;
        INSERT INTO rota.idempotency (key, request, job, created_at)
          SELECT 'i' || n, md5(n::text)::uuid, id, rota.clock() + n * interval '1 second' FROM numbered;
        INSERT INTO rota.progress (job, percent, at) SELECT id, 50, rota.clock() FROM numbered WHERE n > 60000;
        INSERT INTO rota.tenant (name, weight) SELECT 't' || n, 1 FROM generate_series(1, 5000) n;
        INSERT INTO rota.subscription (topic, kind, queue) SELECT 't' || n, 'k', 'q' FROM generate_series(1, 5000) n;
        INSERT INTO rota.rate_grant (queue, at, starts)
          SELECT 'q' || n % 10 + 1, rota.clock() + n * interval '1 second', 1 FROM generate_series(1, 20000) n;
        INSERT INTO rota.execution (id, job, started_at, finished_at, due_at, route, attempt, worker, retries, status, ended)
          SELECT rota.next_id(), id, rota.clock(), rota.clock(), rota.clock(), route, 1, 1, 0, 'failed', 'failed' FROM numbered;
        INSERT INTO rota.schedule (id, name, kind, queue, trigger, overlap, from_completion, next_run_at, wake_at, last_job)
          SELECT n, 's' || n, 'k1', 'q1', '@hourly', CASE WHEN n % 100 = 0 THEN 'cancel' ELSE 'queue' END, n % 50 = 1,
            rota.clock() + n * interval '1 second', CASE WHEN n % 50 <> 1 THEN rota.clock() + n * interval '1 second' END, n
          FROM generate_series(1, 20000) n;
        INSERT INTO rota.recurring_job (schedule) SELECT id FROM rota.schedule;
        INSERT INTO rota.occurrence (schedule, planned_at, decided_at, fate)
          SELECT n % 1000 + 1, date_trunc('month', rota.clock()) + n * interval '1 second', rota.clock(),
            CASE WHEN n % 100 = 0 THEN 'deferred' ELSE 'enqueued' END::rota.fate
          FROM generate_series(1, 100000) n;
        INSERT INTO rota.arrears (schedule, from_at, to_at, decided_at, fate, trigger, time_zone, dst_gap, dst_overlap)
          SELECT n, rota.clock(), rota.clock(), rota.clock(), 'missed', '@hourly', 'UTC', 'skip', 'first' FROM generate_series(1, 5000) n;
        INSERT INTO rota.serving (queue, kind, worker) SELECT 'q' || n % 10, 'k' || n, n FROM generate_series(1, 5000) n;
        INSERT INTO rota.pulse (at, queue, worker, enqueued, started, completed, failed, cancelled)
          SELECT rota.clock() - n * interval '1 second', 'q1', 1, 1, 1, 1, 1, 1 FROM generate_series(1, 5000) n;
        INSERT INTO rota.event (type, actor, job, at)
          SELECT 'job.t' || n % 100, 'a' || n % 100, n, rota.clock() + n * interval '1 second' FROM generate_series(1, 20000) n;
        INSERT INTO rota.target (id, kind, external_id, name, source)
          SELECT n, 't' || n % 100, 'e' || n, 'n', 's' FROM generate_series(1, 20000) n;
        INSERT INTO rota.plan (id, name, target_kind, kind, queue, trigger, stale_after)
          SELECT n, 'p' || n, 't' || n, 'k1', 'q1', '@hourly', interval '30 days' FROM generate_series(1, 1000) n;
        INSERT INTO rota.target_source (name, target_kind, sort, location, every)
          SELECT 's' || n, 't1', 'file', '/', interval '1 hour' FROM generate_series(1, 1000) n;
        INSERT INTO rota.stale_job (plan, target, job) SELECT n % 10, n, n FROM generate_series(1, 5000) n;
        INSERT INTO rota.cron_migration (schedule, cron, interval_minutes, migrated_by)
          SELECT n, '@hourly', 60, 'test' FROM generate_series(1, 1000) n;
        UPDATE rota.schedule SET plan = id % 100 + 1, target = id WHERE id > 10000;
        INSERT INTO rota.page (id, url, host, job, status, content_type, title, hash, bytes)
          SELECT n, 'http://h/' || n, 'h' || n % 100, n % 1000, 200, 'text/html', 'Title', '', 1 FROM generate_series(1, 20000) n;
        INSERT INTO rota.page_content (page, text, links, words)
          SELECT n, 'text', '{}', to_tsvector('english', 'text w' || n % 5000) FROM generate_series(1, 20000) n;
        INSERT INTO rota.blocked (job, since, run_at, route, lane)
          SELECT -10000 - n, rota.clock() - n * interval '1 second', rota.clock(), n % 40 + 1, 1 FROM generate_series(1, 20000) n;
        INSERT INTO rota.dependency (job, parent, on_failure)
          SELECT -10000 - n, n % 5000, 'cancel' FROM generate_series(1, 20000) n;
        INSERT INTO rota.job_end (job, state) SELECT n, 'completed' FROM generate_series(1, 5000) n;
        INSERT INTO rota.batch (id, alarm, name, created_at, created_by, open, ended_at)
          SELECT 2 * n, 2 * n + 1, 'b' || n, rota.clock(), 'test', false, CASE WHEN n > 100 THEN rota.clock() END
          FROM generate_series(1, 5000) n;
        INSERT INTO rota.batch_job (job, batch) SELECT n, n % 5000 * 2 FROM generate_series(1, 20000) n;
        INSERT INTO rota.batch_count (batch, jobs) SELECT n % 5000 * 2, 1 FROM generate_series(1, 20000) n;
        INSERT INTO rota.template (name, definition, created_at, updated_at, updated_by)
          SELECT 't' || n, '{}', rota.clock(), rota.clock(), 'test' FROM generate_series(1, 1000) n;
        INSERT INTO rota.host_turn (host, holder, free_at, rest_until)
          SELECT 'h' || n, 'n', rota.clock(), rota.clock() FROM generate_series(1, 5000) n;
        INSERT INTO rota.site (host, job, crawled_at) SELECT 'h' || n, n, rota.clock() FROM generate_series(1, 5000) n;
        INSERT INTO rota.tenant_quota (tenant, jobs, period) SELECT 't' || n, 10, interval '1 hour' FROM generate_series(1, 5000) n;
        INSERT INTO rota.tenant_grant (tenant, at, starts)
          SELECT 't' || n % 1000, rota.clock() + n * interval '1 second', 1 FROM generate_series(1, 20000) n;
        INSERT INTO rota.schedule_end (schedule, job, state, at)
          SELECT n, n, 'completed', rota.clock() FROM generate_series(1, 5000) n;
        INSERT INTO rota.operation (id, action, status, first_below, next_below, lowest, created_by, created_at, undo_until)
          SELECT n, 'cancel', CASE WHEN n % 100 = 0 THEN 'running' ELSE 'completed' END, 1, 1, 1, 'test', rota.clock(),
            rota.clock() + n * interval '1 second' FROM generate_series(1, 5000) n;
        INSERT INTO rota.operation_skip (operation, reason, jobs) SELECT n, 'running', 1 FROM generate_series(1, 5000) n;
        INSERT INTO rota.operation_undo (operation, job) SELECT n % 10, n FROM generate_series(1, 20000) n;
        INSERT INTO rota.dead_letter_new (job, at) SELECT n, rota.clock() FROM generate_series(1, 20000) n;
        INSERT INTO rota.dead_letter_group (fingerprint, seen, failures, first_seen, last_seen, last_job)
          SELECT md5(n::text)::uuid, n, 1, rota.clock(), rota.clock(), n FROM generate_series(1, 2000) n;
        INSERT INTO rota.dead_letter (job, fingerprint, at)
          SELECT n, md5((n % 2000)::text)::uuid, rota.clock() FROM generate_series(1, 20000) n;
        INSERT INTO rota.outgoing_job SELECT * FROM rota.job;
        INSERT INTO rota.outgoing_execution SELECT * FROM rota.execution;
        INSERT INTO rota.outgoing_ended (job, state, ended_at, route, attempt, retries, ended_by)
          SELECT n, 'cancelled', rota.clock(), 1, 0, 0, 'test' FROM generate_series(1, 20000) n;
        INSERT INTO rota.archive_file (day, part, name, jobs, executions, bytes, sha256, archived_at)
          SELECT '2026-01-01'::date + n, 1, 'jobs-' || n, 1, 1, 1, '', rota.clock() FROM generate_series(1, 5000) n;
        INSERT INTO rota.webhook (id, name, url, events, timeout_ms, max_attempts, created_at, updated_at)
          SELECT n, 'w' || n, 'http://h/', '{job.dead}', 1000, 8, rota.clock(), rota.clock() FROM generate_series(1, 1000) n;
        INSERT INTO rota.webhook_ear (event, queue, webhook) SELECT 'job.dead', '', n FROM generate_series(1, 1000) n;
        INSERT INTO rota.webhook_note (event, job) SELECT 'job.dead', n FROM generate_series(1, 20000) n;
        INSERT INTO rota.webhook_trouble (webhook, subject, events)
          SELECT n % 1000 + 1, 's' || n, '{job.dead}' FROM generate_series(1, 5000) n;
        INSERT INTO rota.delivery (id, webhook, event, message, body, job, state, created_at)
          SELECT n, n % 1000 + 1, 'job.dead', 'm', '{}', n, CASE n % 100 WHEN 0 THEN 'pending' WHEN 1 THEN 'failed' ELSE 'delivered' END,
            rota.clock() FROM generate_series(1, 20000) n;
        """);
  }

  @Test
  void everyStatementUsesTheIndexThatItsHeaderNames() throws SQLException {
    List<String> wrong = new ArrayList<>();
    try (Connection connection = database.connect()) {
      for (SqlFile file : SqlFile.planned()) {
        String index = file.header("index").orElseThrow();
        for (String mode : index.startsWith("none") ? List.<String>of() : MODES) {
          judge(explain(connection, file, mode), file.name(), mode, wrong);
        }
      }
    }
    assertThat(wrong).as(String.join("\n\n", wrong)).isEmpty();
  }

  @Test
  void whatWasPlannedWhileNothingWasWaitingDoesNotReadTheBacklogLater() throws SQLException {
    List<String> wrong = new ArrayList<>();
    try (TestDatabase empty = EngineTest.migrated();
        Connection connection = empty.connect()) {
      empty.execute("ANALYZE");
      for (String name : POLLED) {
        judge(explain(connection, SqlFile.of(name), MODES.get(1)), name, "empty", wrong);
      }
      fill(empty);
      for (String name : POLLED) {
        for (String mode : MODES) {
          judge(explain(connection, SqlFile.of(name), mode), name, "filled, " + mode, wrong);
        }
      }
    }
    assertThat(wrong).as(String.join("\n\n", wrong)).isEmpty();
  }

  @Test
  void whatWasPlannedWhileNothingRanLooksUpEachJobLater() throws SQLException {
    List<String> wrong = new ArrayList<>();
    try (TestDatabase empty = EngineTest.migrated();
        Connection connection = empty.connect()) {
      empty.execute("VACUUM ANALYZE");
      for (String name : BATCHED) {
        for (String mode : MODES) {
          String text = explain(connection, SqlFile.of(name), mode).text();
          if (WHOLE.matcher(text).find() || SEQ_OF_JOBS.matcher(text).find()) {
            wrong.add(name + ".sql (" + mode + ") reads a table from end to end:\n" + text);
          }
        }
      }
    }
    assertThat(wrong).as(String.join("\n\n", wrong)).isEmpty();
  }

  private static void judge(Plan plan, String file, String mode, List<String> wrong) {
    String index = SqlFile.of(file).header("index").orElseThrow();
    Set<String> scanned = new TreeSet<>(plan.scanned());
    scanned.retainAll(BIG);
    boolean sorted = POLLED.contains(file) && SORT.matcher(plan.text()).find();
    if (!plan.indexes().contains(index) || !scanned.isEmpty() || sorted) {
      wrong.add(
          "%s.sql (%s) should use %s, uses %s, scans %s:\n%s"
              .formatted(file, mode, index, plan.indexes(), scanned, plan.text()));
    }
  }

  /** A Plan is what EXPLAIN said, with partitions under their parents' names. */
  private record Plan(String text, Set<String> indexes, Set<String> scanned) {}

  private static Plan explain(Connection connection, SqlFile file, String mode)
      throws SQLException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      if (PINNED.contains(file.name()) || BITMAPPED.contains(file.name())) {
        statement.execute(Database.PIN);
      }
      if (BITMAPPED.contains(file.name())) {
        Database.allowBitmaps(connection);
      }
      statement.execute("SET LOCAL plan_cache_mode = " + mode);
      statement.execute("PREPARE probe AS " + file.numbered());
      List<String> lines = new ArrayList<>();
      try (ResultSet rows =
          statement.executeQuery(
              "EXPLAIN (COSTS OFF) EXECUTE probe" + arguments(connection, file))) {
        while (rows.next()) {
          lines.add(rows.getString(1));
        }
      }
      String text = String.join("\n", lines);
      Map<String, String> parents = parents(connection);
      Set<String> indexes = found(INDEX, text, parents);
      indexes.addAll(found(BITMAP, text, parents));
      indexes.addAll(found(ARBITER, text, parents));
      String withoutEmpty = text;
      for (String empty : empty(connection)) {
        withoutEmpty = withoutEmpty.replace("Seq Scan on " + empty + " ", "nothing on ");
      }
      return new Plan(text, indexes, found(SEQ, withoutEmpty, parents));
    } finally {
      connection.rollback();
      try (Statement statement = connection.createStatement()) {
        statement.execute("DEALLOCATE ALL");
      }
      connection.rollback();
    }
  }

  private static Set<String> found(Pattern pattern, String text, Map<String, String> parents) {
    Set<String> names = new HashSet<>();
    Matcher matcher = pattern.matcher(text);
    while (matcher.find()) {
      names.add(parents.getOrDefault(matcher.group(1), matcher.group(1)));
    }
    return names;
  }

  /** Partitions without a single row: reading them from end to end is no harm. */
  private static List<String> empty(Connection connection) throws SQLException {
    List<String> empty = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT relname FROM pg_class WHERE relispartition AND relkind = 'r' AND pg_relation_size(oid) = 0")) {
      while (rows.next()) {
        empty.add(rows.getString(1));
      }
    }
    return empty;
  }

  private static Map<String, String> parents(Connection connection) throws SQLException {
    Map<String, String> parents = new HashMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT c.relname, p.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid"
                    + " JOIN pg_class p ON p.oid = i.inhparent")) {
      while (rows.next()) {
        parents.put(rows.getString(1), rows.getString(2));
      }
    }
    return parents;
  }

  /** Values of the right type for every parameter of the prepared statement. */
  private static String arguments(Connection connection, SqlFile file) throws SQLException {
    List<String> parameters = file.sql().parameters();
    if (parameters.isEmpty()) {
      return "";
    }
    long job = someJob(connection);
    List<String> values = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT t::text FROM pg_prepared_statements, unnest(parameter_types) WITH ORDINALITY u (t, n)"
                    + " WHERE name = 'probe' ORDER BY n")) {
      while (rows.next()) {
        values.add(value(parameters.get(values.size()), rows.getString(1), job));
      }
    }
    return "(" + String.join(", ", values) + ")";
  }

  private static long someJob(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT coalesce(max(id), 1) FROM rota.job")) {
      rows.next();
      return rows.getLong(1);
    }
  }

  private static String value(String parameter, String type, long job) {
    String one = type.replace("[]", "");
    String scalar =
        switch (one) {
          case "bigint", "integer", "smallint" -> number(parameter, job);
          case "boolean" -> "false";
          case "text" -> texts(parameter);
          case "rota.state", "state" -> "'failed'";
          case "rota.fate" -> "'enqueued'";
          case "uuid" -> "'" + new java.util.UUID(1, 1) + "'";
          case "timestamp with time zone" ->
              parameter.equals("to") ? "'2100-01-01Z'" : "'2020-01-01Z'";
          default -> "NULL";
        };
    return type.endsWith("[]")
        ? "ARRAY[%s, %s]::%s".formatted(scalar, scalar, type)
        : scalar + "::" + type;
  }

  private static String number(String parameter, long job) {
    return switch (parameter) {
      case "job", "jobs", "first_job", "last_job", "fences" -> String.valueOf(job);
      case "to_seqs", "before" -> "1000000";
      default -> "1";
    };
  }

  private static String texts(String parameter) {
    return switch (parameter) {
      case "requests" -> "'" + new java.util.UUID(1, 1) + "'";
      case "scopes" -> "'live'";
      case "fate" -> "'enqueued'";
      case "results", "counters", "metadata", "metadatas", "payload", "details", "definition" ->
          "'{}'";
      default -> "'q1'";
    };
  }
}
