package dev.rota.engine.doctor;

import dev.rota.engine.sql.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A ConnectionCheck looks how many connections the server has left. */
record ConnectionCheck() implements Check {
  private static final Sql SETTINGS = Statements.sql("server_settings");
  private static final Sql USED = Statements.sql("connections_used");
  private static final double MANY = 0.8;
  private static final double TOO_MANY = 0.95;

  /** What is used by whom. */
  private record Use(long all, long own, long idleInTransaction) {}

  @Override
  public String name() {
    return "connections";
  }

  @Override
  public List<Finding> look(Connection connection) throws SQLException {
    Map<String, String> settings = new HashMap<>();
    SETTINGS
        .on(connection)
        .list(row -> settings.put(row.getString("name"), row.getString("setting")));
    long most =
        Long.parseLong(settings.getOrDefault("max_connections", "100"))
            - Long.parseLong(settings.getOrDefault("superuser_reserved_connections", "0"));
    Use use =
        USED.on(connection)
            .one(row ->
                new Use(
                    row.getLong("used"), row.getLong("own"), row.getLong("idle_in_transaction")));
    return List.of(judge(use, most));
  }

  Finding judge(long used, long most) {
    return judge(new Use(used, 0, 0), most);
  }

  private Finding judge(Use use, long most) {
    String seen =
        "%d of %d connections are used, %d of them by nodes of Rota; %d are idle in a transaction"
            .formatted(use.all(), most, use.own(), use.idleInTransaction());
    double share = use.all() / (double) Math.max(1, most);
    if (share < MANY) {
      return Finding.ok(name(), seen);
    }
    return new Finding(
        name(),
        share < TOO_MANY ? Severity.WARNING : Severity.CRITICAL,
        seen,
        "Put a pooler such as PgBouncer in front, or allow more and restart the server.",
        "ALTER SYSTEM SET max_connections = " + 2 * most + ";");
  }
}
