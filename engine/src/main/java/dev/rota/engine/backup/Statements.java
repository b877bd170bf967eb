package dev.rota.engine.backup;

import dev.rota.engine.sql.Sql;

/** Where the statements of backups are loaded from. */
final class Statements {
  private Statements() {}

  /** The statement in {@code sql/<name>.sql}. */
  static Sql sql(String name) {
    return Sql.load(Statements.class, name);
  }
}
