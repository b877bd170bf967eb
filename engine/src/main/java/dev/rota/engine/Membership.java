package dev.rota.engine;

import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;

/**
 * A Membership is this node's row among the workers, kept alive by heartbeats. A node that was
 * declared dead (it could not be heard for a whole lease) enters anew, under a new id; what it held
 * before is lost to it.
 */
final class Membership implements AutoCloseable {
  private static final Sql REGISTER = Statements.sql("register_worker");
  private static final Sql BEAT = Statements.sql("beat_worker");
  private static final Sql ADD_CAPABILITIES = Statements.sql("add_capabilities");
  private static final Sql STOP = Statements.sql("stop_worker");

  private final Database database;
  private final EngineOptions options;
  private final Set<String> capabilities = new ConcurrentSkipListSet<>();
  private volatile int worker;
  private volatile long confirmedNanos;
  private volatile long others;
  private boolean closed;

  Membership(Database database, EngineOptions options) {
    this.database = database;
    this.options = options;
    this.capabilities.addAll(options.capabilities());
    enter();
  }

  /** This node's id among the workers. */
  int worker() {
    return worker;
  }

  boolean isAlone() {
    return others == 0;
  }

  /** How long the lease still lasts for sure, by this machine's own clock. */
  Duration left() {
    return options.lease().minusNanos(System.nanoTime() - confirmedNanos);
  }

  /** Lets the other nodes know of capabilities that a worker of this one has. */
  void add(Set<String> more) {
    if (capabilities.addAll(more)) {
      database.run(connection ->
          ADD_CAPABILITIES
              .on(connection)
              .set("worker", worker)
              .set("capabilities", ArrayText.of(more))
              .update());
    }
  }

  /** Renews the lease; false if this node was declared dead meanwhile and is a new worker now. */
  boolean beat() {
    long sent = System.nanoTime();
    Optional<Long> answer =
        database.transact(connection -> {
          Database.endIfFrozen(connection);
          return BEAT.on(connection)
              .set("worker", worker)
              .set("lease_ms", options.lease().toMillis())
              .first(row -> row.getLong("others"));
        });
    if (answer.isEmpty()) {
      enter();
      return false;
    }
    others = answer.get();
    confirmedNanos = sent;
    return true;
  }

  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      database.run(connection -> STOP.on(connection).set("worker", worker).update());
    }
  }

  private void enter() {
    long sent = System.nanoTime();
    worker = database.transact(this::register);
    confirmedNanos = sent;
  }

  private int register(Connection connection) throws SQLException {
    return REGISTER
        .on(connection)
        .set("name", options.name())
        .set("version", options.version())
        .set("host", host())
        .set("pid", ProcessHandle.current().pid())
        .set("capabilities", ArrayText.of(capabilities))
        .set("lease_ms", options.lease().toMillis())
        .one(row -> row.getInt("id"));
  }

  static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "localhost";
    }
  }
}
