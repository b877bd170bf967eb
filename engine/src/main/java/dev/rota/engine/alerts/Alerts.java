package dev.rota.engine.alerts;

import dev.rota.Json;
import dev.rota.engine.AuditTrail;
import dev.rota.engine.Engine;
import dev.rota.engine.Loop;
import dev.rota.engine.sql.Columns;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Alerts are kept by the node that leads: it checks the rules on a timer, and writes down what is
 * raised and cleared. Every node can tell them.
 */
public final class Alerts implements AutoCloseable {
  private static final Sql READINGS = Statements.sql("readings");
  private static final Sql LIST = Statements.sql("alerts");
  private static final Sql PUT = Statements.sql("put_alert");
  private static final Sql FAILED_RATES = Statements.sql("failed_rates");
  private static final Sql FORGET = Statements.sql("forget_alerts");
  private static final Sql CLOCK = Statements.sql("alert_clock");
  private static final Sql NOTE = Statements.sql("note_alert");
  private static final String ACTOR = "rota";
  private static final int SAMPLE = 20_000;
  private static final int DEEPEST = 100_000;

  private final Database database;
  private final AlertOptions options;
  private final AuditTrail trail = new AuditTrail();
  private @Nullable Loop loop;

  private Alerts(Engine engine, AlertOptions options) {
    this.database = engine.database();
    this.options = options;
  }

  /** Checks the rules while this node leads. */
  public static Alerts start(Engine engine, AlertOptions options) {
    Alerts alerts = open(engine, options);
    alerts.loop =
        engine.lead(
            "alerts",
            () -> {
              alerts.check();
              return options.every();
            },
            options.every());
    return alerts;
  }

  /** Checks the rules when it is told to, and tells alerts. */
  public static Alerts open(Engine engine, AlertOptions options) {
    return new Alerts(engine, options);
  }

  /** Those that are raised first, then the latest; cleared ones are told for a week. */
  public List<Alert> list() {
    return database.transact(Alerts::read);
  }

  /** Which share of the jobs of each queue that ended lately failed, from 0 to 1. */
  public Map<String, Double> failedRates() {
    Map<String, Double> rates = new LinkedHashMap<>();
    database.run(connection ->
        FAILED_RATES
            .on(connection)
            .set("sample", SAMPLE)
            .list(row -> rates.put(row.getString("queue"), row.getDouble("rate"))));
    return rates;
  }

  /** Checks every rule once. */
  public void check() {
    database.run(connection -> {
      Instant now = CLOCK.on(connection).one(row -> Columns.instant(row, "now"));
      List<Alert> raised = read(connection).stream().filter(Alert::isRaised).toList();
      Set<Reading.Key> known = raised.stream().map(Alert::key).collect(Collectors.toSet());
      Rulebook book = new Rulebook(options, AlertRules.read(connection));
      for (Alert alert : book.judge(readings(connection, book), raised, now)) {
        put(connection, alert);
        if (!alert.isRaised()) {
          note(connection, "alert.cleared", alert);
        } else if (!known.contains(alert.key())) {
          note(connection, "alert.raised", alert);
        }
      }
      FORGET.on(connection).update();
    });
  }

  private static List<Reading> readings(Connection connection, Rulebook book) throws SQLException {
    return READINGS
        .on(connection)
        .set("sample", SAMPLE)
        .set("deepest", DEEPEST)
        .set("running_ms", millis(book.threshold(AlertRule.LONG_RUNNING)))
        .set("late_ms", millis(book.threshold(AlertRule.MISSED_SCHEDULE)))
        .list(row ->
            new Reading(
                AlertRule.of(row.getString("rule")),
                row.getString("subject"),
                row.getDouble("value")));
  }

  private static long millis(double seconds) {
    return Math.round(seconds * 1000);
  }

  private static List<Alert> read(Connection connection) throws SQLException {
    return LIST.on(connection).list(Alerts::alert);
  }

  private static Alert alert(ResultSet row) throws SQLException {
    return new Alert(
        AlertRule.of(row.getString("rule")),
        row.getString("subject"),
        row.getDouble("value"),
        row.getDouble("threshold"),
        Columns.instant(row, "raised_at"),
        Columns.nullableInstant(row, "cleared_at"));
  }

  private static void put(Connection connection, Alert alert) throws SQLException {
    PUT.on(connection)
        .set("rule", alert.rule().word())
        .set("subject", alert.subject())
        .set("value", String.valueOf(alert.value()))
        .set("threshold", String.valueOf(alert.threshold()))
        .set("raised_at", alert.raisedAt().toString())
        .set("cleared_at", alert.clearedAt() == null ? null : alert.clearedAt().toString())
        .update();
  }

  private void note(Connection connection, String type, Alert alert) throws SQLException {
    String facts =
        "\"rule\": %s, \"subject\": %s, \"value\": %s, \"threshold\": %s"
            .formatted(
                Json.quote(alert.rule().word()),
                Json.quote(alert.subject()),
                alert.value(),
                alert.threshold());
    trail.other(connection, type, ACTOR, "{" + facts + "}");
    Instant cleared = alert.clearedAt();
    NOTE.on(connection)
        .set("event", type)
        .set(
            "details",
            "{%s, \"raised_at\": \"%s\", \"cleared_at\": %s}"
                .formatted(
                    facts,
                    alert.raisedAt(),
                    cleared == null ? "null" : Json.quote(cleared.toString())))
        .update();
  }

  @Override
  public void close() {
    if (loop != null) {
      loop.close();
    }
  }
}
