package dev.rota.engine.webhooks;

import dev.rota.engine.sql.Sql;

/** Where the statements of webhooks are loaded from. */
final class Statements {
  private Statements() {}

  static Sql sql(String name) {
    return Sql.load(Statements.class, name);
  }
}
