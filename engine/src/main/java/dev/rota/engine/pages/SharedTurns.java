package dev.rota.engine.pages;

import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import dev.rota.pages.HostTurns;
import java.time.Duration;

/** SharedTurns are the turns of hosts for all nodes of a database. */
public final class SharedTurns implements HostTurns {
  private static final Sql TAKE = Statements.sql("take_turn");
  private static final Sql FREE = Statements.sql("free_turn");
  private static final Sql REST = Statements.sql("rest_host");
  private static final Sql FORGET = Statements.sql("forget_turns");

  private final Database database;

  public SharedTurns(Database database) {
    this.database = database;
  }

  @Override
  public Answer take(String host, String holder, Duration atMost) {
    return database.transact(connection ->
        TAKE.on(connection)
            .set("host", host)
            .set("holder", holder)
            .set("hold_ms", atMost.toMillis())
            .one(row ->
                new Answer(row.getBoolean("taken"), Duration.ofMillis(row.getLong("resting_ms")))));
  }

  @Override
  public void free(String host, String holder, Duration pause) {
    database.run(connection ->
        FREE.on(connection)
            .set("host", host)
            .set("holder", holder)
            .set("pause_ms", pause.toMillis())
            .update());
  }

  @Override
  public void rest(String host, Duration length) {
    database.run(connection ->
        REST.on(connection).set("host", host).set("length_ms", length.toMillis()).update());
  }

  /** Forgets the turns of hosts that nobody has asked for an hour. */
  public void forget() {
    database.run(connection -> FORGET.on(connection).update());
  }
}
