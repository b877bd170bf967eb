package dev.rota.engine.deadletters;

import dev.rota.engine.sql.Sql;

/** Where the statements of dead letters are loaded from. */
final class Statements {
  private Statements() {}

  static Sql sql(String name) {
    return Sql.load(Statements.class, name);
  }
}
