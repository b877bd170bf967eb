package dev.rota.engine;

import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A Leadership is a lease on the duties of which one node takes care. It is a row, not a session's
 * lock, so that it works behind any pooler. Every duty may run twice without harm: two leaders for
 * a moment are no problem.
 */
final class Leadership {
  private static final System.Logger LOG = System.getLogger(Leadership.class.getName());
  private static final Sql LEAD = Statements.sql("lead");
  private static final Sql RESIGN = Statements.sql("resign");
  static final Duration LEASE = Duration.ofSeconds(4);
  static final Duration EVERY = Duration.ofSeconds(1);

  private final Database database;
  private final Membership membership;
  private volatile long leadsUntil = System.nanoTime();
  private volatile long epoch;

  Leadership(Database database, Membership membership) {
    this.database = database;
    this.membership = membership;
  }

  boolean leads() {
    return epoch > 0 && leadsUntil - System.nanoTime() > 0;
  }

  /** Takes or keeps the lead if it is free. */
  Duration campaign() {
    long sent = System.nanoTime();
    Optional<Long> won =
        database.transact(connection -> {
          Database.endIfFrozen(connection);
          return LEAD.on(connection)
              .set("worker", membership.worker())
              .set("lease_ms", LEASE.toMillis())
              .first(row -> row.getLong("epoch"));
        });
    if (won.isPresent() && !leads()) {
      LOG.log(Level.INFO, "leads worker={0} epoch={1}", membership.worker(), won.get());
    }
    epoch = won.orElse(0L);
    leadsUntil = sent + (won.isPresent() ? TimeUnit.MILLISECONDS.toNanos(LEASE.toMillis()) : 0);
    return EVERY;
  }

  /** Lets another node lead at once. */
  void resign() {
    if (leads()) {
      epoch = 0;
      database.run(connection -> RESIGN.on(connection).set("worker", membership.worker()).update());
    }
  }
}
