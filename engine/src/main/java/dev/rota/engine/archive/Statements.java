package dev.rota.engine.archive;

import dev.rota.engine.sql.Sql;

/** Where the statements of the archive are loaded from. */
final class Statements {
  private Statements() {}

  /** The statement in {@code sql/<name>.sql}. */
  static Sql sql(String name) {
    return Sql.load(Statements.class, name);
  }
}
