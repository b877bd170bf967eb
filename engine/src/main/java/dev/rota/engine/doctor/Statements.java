package dev.rota.engine.doctor;

import dev.rota.engine.sql.Sql;

/** Where the statements of the doctor are loaded from. */
final class Statements {
  private Statements() {}

  static Sql sql(String name) {
    return Sql.load(Statements.class, name);
  }
}
