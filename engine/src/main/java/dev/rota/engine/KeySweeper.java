package dev.rota.engine;

import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * A KeySweeper is the safety net of concurrency keys and queue slots: it corrects counts that do
 * not match what holds them, hands free keys to jobs that were left parked, takes keys back from
 * jobs that nobody claims, and forgets keys, unique and idempotency keys that are over.
 */
final class KeySweeper {
  private static final Sql DOUBTFUL = Statements.sql("doubtful_keys");
  private static final Sql LOCK = Statements.sql("lock_keys");
  private static final Sql RECOUNT = Statements.sql("recount_keys");
  private static final Sql STRAY = Statements.sql("stray_parked");
  private static final Sql ADOPT = Statements.sql("adopt_stray_keys");
  private static final Sql UNHOLD = Statements.sql("unhold_unclaimed");
  private static final Sql DROP_IDLE = Statements.sql("drop_idle_keys");
  private static final Sql EXPIRE = Statements.sql("expire_keys");
  private static final Sql FORGET_GRANTS = Statements.sql("forget_rate_grants");
  private static final Sql FORGET_STARTS = Statements.sql("forget_tenant_grants");
  private static final Sql SEQ = Statements.sql("sample_seq");
  private static final int BATCH = 1_000;

  private final Database database;
  private final Announcer announcer;
  private long seqLastSweep;

  KeySweeper(Database database, Announcer announcer) {
    this.database = database;
    this.announcer = announcer;
  }

  void sweep() {
    List<Integer> ready = new ArrayList<>();
    database.run(connection -> ready.addAll(correctCounts(connection)));
    database.run(connection -> ready.addAll(takeBack(connection)));
    database.run(connection -> ready.addAll(handOnStray(connection)));
    database.run(connection -> DROP_IDLE.on(connection).update());
    database.run(connection -> FORGET_GRANTS.on(connection).update());
    database.run(connection -> FORGET_STARTS.on(connection).update());
    while (expireSome() >= BATCH) {
      // more are over
    }
    announcer.ready(ready);
  }

  private long expireSome() {
    return database.transact(
        connection -> EXPIRE.on(connection).set("max", BATCH).one(row -> row.getLong("gone")));
  }

  private static List<Integer> correctCounts(Connection connection) throws SQLException {
    long[] doubtful = keys(DOUBTFUL, connection);
    if (doubtful.length == 0) {
      return List.of();
    }
    LOCK.on(connection).set("keys", doubtful).list(row -> row.getLong("key"));
    RECOUNT.on(connection).set("keys", doubtful).update();
    return Keys.handOn(connection, parkable(doubtful));
  }

  private List<Integer> takeBack(Connection connection) throws SQLException {
    Database.pin(connection);
    long before = seqLastSweep;
    seqLastSweep = SEQ.on(connection).one(row -> row.getLong("seq"));
    List<Long> freed =
        UNHOLD
            .on(connection)
            .set("handed_before", before)
            .set("max", BATCH)
            .list(row -> row.getLong("key"));
    return Keys.release(connection, freed);
  }

  private static List<Integer> handOnStray(Connection connection) throws SQLException {
    long[] stray = keys(STRAY, connection);
    if (stray.length == 0) {
      return List.of();
    }
    ADOPT.on(connection).set("keys", stray).update();
    return Keys.handOn(connection, stray);
  }

  private static long[] keys(Sql sql, Connection connection) throws SQLException {
    return sql.on(connection).set("max", BATCH).list(row -> row.getLong("key")).stream()
        .mapToLong(Long::longValue)
        .toArray();
  }

  private static long[] parkable(long[] keys) {
    return java.util.Arrays.stream(keys).filter(key -> key >= 0).toArray();
  }
}
