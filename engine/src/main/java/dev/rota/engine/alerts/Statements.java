package dev.rota.engine.alerts;

import dev.rota.engine.sql.Sql;

/** Where the statements of alerts are loaded from. */
final class Statements {
  private Statements() {}

  static Sql sql(String name) {
    return Sql.load(Statements.class, name);
  }
}
