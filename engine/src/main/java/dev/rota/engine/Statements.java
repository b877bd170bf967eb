package dev.rota.engine;

import dev.rota.engine.sql.Migrator;
import dev.rota.engine.sql.Sql;
import java.util.List;

/** Where the engine's statements and migrations are loaded from. */
final class Statements {
  private Statements() {}

  /** The statement in {@code sql/<name>.sql}. */
  static Sql sql(String name) {
    return Sql.load(Statements.class, name);
  }

  static Migrator migrations() {
    return new Migrator(
        Statements.class,
        List.of(
            "001_engine",
            "002_sql_face",
            "003_retention",
            "004_scheduler",
            "005_progress_details",
            "006_ledger",
            "007_interval_jobs",
            "008_admin_ids",
            "009_tokens",
            "010_lists_and_figures",
            "011_pages",
            "012_alerts",
            "013_totals",
            "014_declared_alerts",
            "015_operations",
            "016_graphs",
            "017_workers",
            "018_tenants",
            "019_minutes",
            "020_webhooks",
            "021_archive",
            "022_limits",
            "023_vacuum",
            "024_cheaper_rows",
            "025_rarer_statistics",
            "026_cheaper_keys",
            "027_paused_queues"));
  }
}
