package dev.rota.engine.alerts;

import dev.rota.Json;
import dev.rota.engine.AuditTrail;
import dev.rota.engine.Engine;
import dev.rota.engine.sql.Columns;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;

/** AlertRules are the rules as all nodes have them: whichever leads checks the same. */
public final class AlertRules {
  private static final Sql LIST = Statements.sql("alert_rules");
  private static final Sql PUT = Statements.sql("put_alert_rule");

  private final Database database;
  private final AuditTrail trail = new AuditTrail();

  public AlertRules(Engine engine) {
    this.database = engine.database();
  }

  /** What was decided about each rule. */
  public Map<AlertRule, RuleSettings> all() {
    return database.transact(AlertRules::read);
  }

  /** Decides about a rule; the next check goes by it. */
  public void put(AlertRule rule, RuleSettings settings, String actor) {
    database.run(connection -> {
      PUT.on(connection)
          .set("rule", rule.word())
          .set("threshold", settings.threshold() == null ? null : settings.threshold().toString())
          .set("enabled", settings.enabled())
          .update();
      trail.other(
          connection,
          "alert_rule.changed",
          actor,
          "{\"rule\": %s, \"threshold\": %s, \"enabled\": %s}"
              .formatted(Json.quote(rule.word()), settings.threshold(), settings.enabled()));
    });
  }

  static Map<AlertRule, RuleSettings> read(Connection connection) throws SQLException {
    Map<AlertRule, RuleSettings> all = new EnumMap<>(AlertRule.class);
    for (AlertRule rule : AlertRule.values()) {
      all.put(rule, RuleSettings.STANDARD);
    }
    LIST.on(connection)
        .list(row ->
            all.put(
                AlertRule.of(row.getString("rule")),
                new RuleSettings(
                    Columns.nullableDouble(row, "threshold"), row.getBoolean("enabled"))));
    return all;
  }
}
