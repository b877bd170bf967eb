package dev.rota.engine.doctor;

import dev.rota.engine.sql.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A SettingsCheck looks at the server's version and at the settings that jobs depend on. */
record SettingsCheck() implements Check {
  private static final Sql SETTINGS = Statements.sql("server_settings");
  private static final int OLDEST = 150_000;
  private static final long BLOCK = 8_192;
  private static final long FEW_BUFFERS = 128L << 20;
  private static final String RELOAD = "SELECT pg_reload_conf();";

  /** A setting that must be on, and what is lost if it is not. */
  private record Needed(String name, String loss) {}

  private static final List<Needed> NEEDED =
      List.of(
          new Needed("fsync", "a crash of the machine can destroy the database"),
          new Needed("full_page_writes", "a crash of the machine can destroy the database"),
          new Needed("autovacuum", "dead rows are never taken away, and everything gets slower"),
          new Needed("track_counts", "autovacuum does not know what to do"));

  @Override
  public String name() {
    return "settings";
  }

  @Override
  public List<Finding> look(Connection connection) throws SQLException {
    Map<String, String> values = new HashMap<>();
    Map<String, String> shown = new HashMap<>();
    SETTINGS
        .on(connection)
        .list(row -> {
          shown.put(row.getString("name"), row.getString("shown"));
          return values.put(row.getString("name"), row.getString("setting"));
        });
    List<Finding> findings = new ArrayList<>();
    findings.add(version(values));
    for (Needed needed : NEEDED) {
      findings.add(on(needed, values.getOrDefault(needed.name(), "")));
    }
    findings.add(commits(values.getOrDefault("synchronous_commit", "")));
    findings.add(buffers(values, shown));
    return findings;
  }

  private static Finding version(Map<String, String> values) {
    String seen = "PostgreSQL " + values.get("server_version");
    return number(values, "server_version_num") >= OLDEST
        ? Finding.ok("version", seen)
        : Finding.critical(
            "version",
            seen,
            "Rota needs PostgreSQL 15 or newer: upgrade the server.",
            "pg_upgrade --help");
  }

  private static Finding on(Needed needed, String value) {
    String seen = needed.name() + " is " + value;
    return value.equals("on")
        ? Finding.ok(needed.name(), seen)
        : Finding.critical(
            needed.name(),
            seen + ": " + needed.loss(),
            "Switch it on.",
            "ALTER SYSTEM SET " + needed.name() + " = on; " + RELOAD);
  }

  private static Finding commits(String value) {
    String seen = "synchronous_commit is " + value;
    return value.equals("off")
        ? Finding.critical(
            "synchronous_commit",
            seen + ": jobs whose enqueue was answered can be lost in a crash",
            "Switch it on.",
            "ALTER SYSTEM SET synchronous_commit = on; " + RELOAD)
        : Finding.ok("synchronous_commit", seen);
  }

  private static Finding buffers(Map<String, String> values, Map<String, String> shown) {
    String seen = "shared_buffers is " + shown.get("shared_buffers");
    return number(values, "shared_buffers") * BLOCK >= FEW_BUFFERS
        ? Finding.ok("shared_buffers", seen)
        : Finding.warning(
            "shared_buffers",
            seen + ": the tables that are looked at all the time do not fit",
            "Give it a quarter of the memory, and restart the server.",
            "ALTER SYSTEM SET shared_buffers = '1GB';");
  }

  private static long number(Map<String, String> values, String name) {
    return Long.parseLong(values.getOrDefault(name, "0"));
  }
}
