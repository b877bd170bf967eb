package dev.rota.engine;

import dev.rota.Json;
import dev.rota.Outcome;
import dev.rota.Report;
import dev.rota.Rules;
import dev.rota.Usage;
import dev.rota.Verdict;
import dev.rota.engine.sql.Call;
import dev.rota.engine.sql.Sql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A Settler records what became of executions: one statement per sort of outcome, whatever their
 * number. A report whose fence no longer holds changes nothing; it is accepted if the same outcome
 * is on record already, and noted if not.
 */
final class Settler {
  private static final Sql COMPLETE = Statements.sql("complete");
  private static final Sql FAIL = Statements.sql("fail");
  private static final Sql CANCEL = Statements.sql("cancel_running_done");
  private static final Sql RELEASE = Statements.sql("release");
  private static final Sql STATUS = Statements.sql("execution_status");
  private static final Sql NOTE = Statements.sql("note_event");
  private static final Instant LATEST = Instant.parse("9999-01-01T00:00:00Z");
  private static final int ERROR_MAX = 4096;
  private static final int TRACE_MAX = 16384;

  private final Connection connection;
  private final Map<Long, Settled> settled = new HashMap<>();

  private Settler(Connection connection) {
    this.connection = connection;
  }

  /**
   * A Settled is one execution that a report ended.
   *
   * @param retries how often the job had been tried before
   * @param key the concurrency key whose slot is free again, if it had one
   * @param slot the queue slot that is free again, if it had one
   * @param again whether it failed and the job will be tried again
   * @param retryIn and how long from now
   * @param awaited whether others wait for one of those that ended with it
   */
  record Settled(
      long fence,
      int route,
      int retries,
      @Nullable Long key,
      @Nullable Long slot,
      boolean again,
      @Nullable Duration retryIn,
      boolean awaited) {}

  /** What the reports brought about, and the verdict on each. */
  record Settlement(List<Verdict> verdicts, List<Settled> settled) {}

  static Settlement settle(Connection connection, List<Report> reports, String actor)
      throws SQLException {
    Settler settler = new Settler(connection);
    settler.apply(reports);
    return new Settlement(settler.verdicts(reports, actor), List.copyOf(settler.settled.values()));
  }

  private void apply(List<Report> reports) throws SQLException {
    complete(of(reports, Outcome.Completed.class));
    fail(of(reports, Outcome.Failed.class));
    cancel(of(reports, Outcome.Cancelled.class));
    release(of(reports, Outcome.Released.class));
  }

  /**
   * Reports of one sort, one per fence, in the order of their jobs: rows are always locked in that
   * order.
   */
  private static List<Report> of(List<Report> reports, Class<? extends Outcome> sort) {
    record Execution(long job, long fence) {}
    Map<Execution, Report> each =
        new TreeMap<>(Comparator.comparingLong(Execution::job).thenComparingLong(Execution::fence));
    for (Report report : reports) {
      if (sort.isInstance(report.outcome())) {
        each.put(new Execution(report.job(), report.fence()), report);
      }
    }
    return List.copyOf(each.values());
  }

  private void complete(List<Report> reports) throws SQLException {
    if (reports.isEmpty()) {
      return;
    }
    keep(
        usage(common(COMPLETE, reports), reports)
            .set("results", texts(reports, r -> ((Outcome.Completed) r.outcome()).result())));
  }

  private void fail(List<Report> reports) throws SQLException {
    if (reports.isEmpty()) {
      return;
    }
    Function<Report, Outcome.Failed> failure = r -> (Outcome.Failed) r.outcome();
    keep(
        usage(common(FAIL, reports), reports)
            .set(
                "error_types", texts(reports, r -> Bounded.text(failure.apply(r).errorType(), 500)))
            .set("errors", texts(reports, r -> Bounded.text(failure.apply(r).error(), ERROR_MAX)))
            .set(
                "stack_traces",
                texts(reports, r -> Bounded.text(failure.apply(r).stackTrace(), TRACE_MAX)))
            .set("choices", texts(reports, r -> choice(failure.apply(r).retry())))
            .set(
                "retry_ats",
                texts(
                    reports,
                    r ->
                        failure.apply(r).retry() instanceof Outcome.Retry.At at
                            ? bounded(at.when()).toString()
                            : null))
            .set(
                "retry_afters_ms",
                reports.stream()
                    .map(r ->
                        failure.apply(r).retry() instanceof Outcome.Retry.After after
                            ? (Long) bounded(after.delay()).toMillis()
                            : null)
                    .toArray(Long[]::new)));
  }

  /** A time that can be stored; the statement cuts it further. */
  private static Instant bounded(Instant when) {
    return when.isBefore(Instant.EPOCH) ? Instant.EPOCH : when.isAfter(LATEST) ? LATEST : when;
  }

  private static Duration bounded(Duration delay) {
    return delay.isNegative()
        ? Duration.ZERO
        : delay.compareTo(Rules.FURTHEST) > 0 ? Rules.FURTHEST : delay;
  }

  private void cancel(List<Report> reports) throws SQLException {
    if (!reports.isEmpty()) {
      keep(usage(common(CANCEL, reports), reports));
    }
  }

  private void release(List<Report> reports) throws SQLException {
    if (!reports.isEmpty()) {
      keep(
          RELEASE
              .on(connection)
              .set("jobs", reports.stream().mapToLong(Report::job).toArray())
              .set("fences", reports.stream().mapToLong(Report::fence).toArray()));
    }
  }

  private void keep(Call call) throws SQLException {
    call.list(Settler::read).forEach(s -> settled.put(s.fence(), s));
  }

  private static Settled read(ResultSet row) throws SQLException {
    return new Settled(
        row.getLong("fence"),
        row.getInt("route"),
        row.getInt("retries"),
        Taken.nullableLong(row, "key"),
        Taken.nullableLong(row, "slot"),
        row.getBoolean("again"),
        Census.millis(row, "retry_ms"),
        row.getBoolean("awaited"));
  }

  private Call common(Sql sql, List<Report> reports) throws SQLException {
    return sql.on(connection)
        .set("jobs", reports.stream().mapToLong(Report::job).toArray())
        .set("fences", reports.stream().mapToLong(Report::fence).toArray())
        .set(
            "ran_ms",
            reports.stream().map(r -> Enqueuer.millis(r.usage().ran())).toArray(Long[]::new));
  }

  private static Call usage(Call call, List<Report> reports) throws SQLException {
    return call.set("counters", texts(reports, r -> counters(r.usage())))
        .set(
            "cpu_ms",
            Call.known(reports.stream().map(r -> r.usage().cpuMillis()).toArray(Long[]::new)))
        .set(
            "memory_mb",
            Call.known(reports.stream().map(r -> r.usage().memoryPeakMb()).toArray(Integer[]::new)))
        .set("metadatas", texts(reports, r -> r.usage().metadata()));
  }

  private static @Nullable String counters(Usage usage) {
    if (usage.counters().isEmpty()) {
      return null;
    }
    List<String> fields = new ArrayList<>();
    usage.counters().forEach((name, count) -> fields.add(Json.quote(name) + ":" + count));
    return "{" + String.join(",", fields) + "}";
  }

  private static String choice(Outcome.Retry retry) {
    return switch (retry) {
      case Outcome.Retry.ByPolicy p -> "policy";
      case Outcome.Retry.Never n -> "never";
      case Outcome.Retry.At a -> "at";
      case Outcome.Retry.After a -> "after";
    };
  }

  private static @Nullable String[] texts(
      List<Report> reports, Function<Report, @Nullable String> value) {
    @Nullable String[] texts = new String[reports.size()];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = value.apply(reports.get(i));
    }
    return Call.known(texts);
  }

  private List<Verdict> verdicts(List<Report> reports, String actor) throws SQLException {
    List<Report> late = reports.stream().filter(r -> !settled.containsKey(r.fence())).toList();
    Set<Long> repeated = late.isEmpty() ? Set.of() : repeated(late);
    List<Verdict> verdicts = new ArrayList<>(reports.size());
    for (Report report : reports) {
      boolean accepted = settled.containsKey(report.fence()) || repeated.contains(report.fence());
      verdicts.add(accepted ? Verdict.ACCEPTED : Verdict.FENCED);
      if (!accepted) {
        note(report, actor);
      }
    }
    return verdicts;
  }

  /**
   * Of these reports, those whose outcome is on record already: the answer to the first copy was
   * lost.
   */
  private Set<Long> repeated(List<Report> late) throws SQLException {
    Map<Long, String> recorded = new HashMap<>();
    STATUS
        .on(connection)
        .set("fences", late.stream().mapToLong(Report::fence).toArray())
        .list(row -> recorded.put(row.getLong("id"), row.getString("status")));
    Set<Long> repeated = new HashSet<>();
    for (Report report : late) {
      if (word(report.outcome()).equals(recorded.get(report.fence()))) {
        repeated.add(report.fence());
      }
    }
    return repeated;
  }

  private void note(Report report, String actor) throws SQLException {
    NOTE.on(connection)
        .set("type", "report.fenced")
        .set("actor", actor)
        .set("job", report.job())
        .set("queue", (String) null)
        .set(
            "details",
            "{\"fence\":"
                + report.fence()
                + ",\"outcome\":"
                + Json.quote(word(report.outcome()))
                + "}")
        .update();
  }

  private static String word(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Completed c -> "completed";
      case Outcome.Failed f -> "failed";
      case Outcome.Cancelled c -> "cancelled";
      case Outcome.Released r -> "released";
    };
  }
}
