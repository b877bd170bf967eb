package dev.rota.engine.pages;

import dev.rota.engine.sql.Sql;

/** Where the statements of pages are loaded from. */
final class Statements {
  private Statements() {}

  /** The statement in {@code sql/<name>.sql}. */
  static Sql sql(String name) {
    return Sql.load(Statements.class, name);
  }
}
