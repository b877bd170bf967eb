package dev.rota.engine.operations;

import dev.rota.engine.sql.Sql;

/** Where the statements of operations are loaded from. */
final class Statements {
  private Statements() {}

  static Sql sql(String name) {
    return Sql.load(Statements.class, name);
  }
}
