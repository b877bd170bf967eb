package dev.rota.engine.templates;

import dev.rota.engine.sql.Sql;

/** Where the statements about templates are loaded from. */
final class Statements {
  private Statements() {}

  /** The statement in {@code sql/<name>.sql}. */
  static Sql sql(String name) {
    return Sql.load(Statements.class, name);
  }
}
