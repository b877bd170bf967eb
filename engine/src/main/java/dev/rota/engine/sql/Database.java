package dev.rota.engine.sql;

import dev.rota.InvalidInput;
import dev.rota.RotaException;
import dev.rota.SourceUnavailable;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import javax.sql.DataSource;

/**
 * A Database is where the engine's own transactions run: each is one connection, committed at its
 * end, tried again when PostgreSQL says that trying again may help.
 */
public final class Database {
  /** What {@link #pin} sets. */
  public static final String PIN =
      "SELECT set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),"
          + " set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),"
          + " set_config('plan_cache_mode', 'force_generic_plan', true),"
          + " set_config('idle_in_transaction_session_timeout', '10s', true)";

  private static final String TAKES_TOO_LONG = "57014";
  private static final int TRIES = 6;

  private final DataSource source;

  public Database(DataSource source) {
    this.source = source;
  }

  /** Work to be done on a connection. */
  @FunctionalInterface
  public interface Work<T> {
    T on(Connection connection) throws SQLException;
  }

  /** Work without an answer. */
  @FunctionalInterface
  public interface Action {
    void on(Connection connection) throws SQLException;
  }

  /** Runs work in a transaction of its own. */
  public <T> T transact(Work<T> work) {
    return attempt(connection -> committed(connection, work));
  }

  /** Runs one statement; it is a transaction by itself, which saves going there twice. */
  public <T> T alone(Work<T> statement) {
    return attempt(connection ->
        connection.getAutoCommit() ? statement.on(connection) : committed(connection, statement));
  }

  private <T> T attempt(Work<T> work) {
    for (int tried = 1; ; tried++) {
      try (Connection connection = source.getConnection()) {
        return work.on(connection);
      } catch (SQLException e) {
        if (tried == TRIES || !isConflict(e)) {
          throw translated(e);
        }
        pause(tried);
      }
    }
  }

  /**
   * Runs work in a transaction of its own that cannot be repeated, because what it reads is gone
   * when it was read.
   */
  public <T> T once(Work<T> work) {
    try (Connection connection = source.getConnection()) {
      return committed(connection, work);
    } catch (SQLException e) {
      throw translated(e);
    }
  }

  /**
   * Runs work in the transaction of a connection that is not ours: when it is refused, what it
   * wrote is undone, and the transaction can go on without it. On a connection that commits by
   * itself it is a transaction of its own.
   */
  public static <T> T within(Connection connection, Work<T> work) throws SQLException {
    if (connection.getAutoCommit()) {
      return committed(connection, work);
    }
    Savepoint before = connection.setSavepoint();
    try {
      T answer = work.on(connection);
      connection.releaseSavepoint(before);
      return answer;
    } catch (RuntimeException e) {
      connection.rollback(before);
      throw e;
    }
  }

  /**
   * Runs work on the connection of a transaction for as long as it may take; when that is over it
   * is given up, and the transaction can go on without it.
   */
  public static <T> Optional<T> within(Connection connection, Duration most, Work<T> work)
      throws SQLException {
    Savepoint before = connection.setSavepoint();
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET LOCAL statement_timeout = " + Math.max(1, most.toMillis()));
      return Optional.of(work.on(connection));
    } catch (SQLException e) {
      if (!TAKES_TOO_LONG.equals(e.getSQLState())) {
        throw e;
      }
      connection.rollback(before);
      return Optional.empty();
    }
  }

  public void run(Action action) {
    transact(connection -> {
      action.on(connection);
      return true;
    });
  }

  /**
   * Lets the database end this transaction by itself should this process freeze in the middle of
   * it.
   */
  public static void endIfFrozen(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET LOCAL idle_in_transaction_session_timeout = '10s'");
    }
  }

  /**
   * Pins the plans of a transaction on tables that are looked at all the time: one that was empty
   * when it was last looked at must not be scanned now that it holds millions. They are also made
   * once and for all: planning such a statement takes longer than running it.
   */
  public static void pin(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(PIN);
    }
  }

  /** Lets the rest of a pinned transaction use bitmaps: some indexes have no order. */
  public static void allowBitmaps(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET LOCAL enable_bitmapscan = on");
    }
  }

  /** Lets the rest of a pinned transaction join by hashes: what it joins is a batch. */
  public static void allowHashes(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET LOCAL enable_hashjoin = on");
    }
  }

  public DataSource source() {
    return source;
  }

  /**
   * The error as callers know it: a value that cannot be stored, a database that is away, or a
   * fault of ours or of its own.
   */
  public static RotaException translated(SQLException e) {
    if (isDataError(e)) {
      InvalidInput refusal =
          new InvalidInput("input", String.valueOf(e.getMessage()), "cannot be stored");
      refusal.initCause(e);
      return refusal;
    }
    if (isAway(e)) {
      return new SourceUnavailable("the database is away: " + e.getMessage(), e);
    }
    return new RotaException("database", "the database refused: " + e.getMessage(), e);
  }

  private static <T> T committed(Connection connection, Work<T> work) throws SQLException {
    boolean auto = connection.getAutoCommit();
    connection.setAutoCommit(false);
    try {
      T answer = work.on(connection);
      connection.commit();
      return answer;
    } catch (SQLException | RuntimeException | Error e) {
      rollback(connection, e);
      throw e;
    } finally {
      if (!connection.isClosed()) {
        connection.setAutoCommit(auto);
      }
    }
  }

  private static void rollback(Connection connection, Throwable cause) {
    try {
      connection.rollback();
    } catch (SQLException e) {
      cause.addSuppressed(e);
    }
  }

  private static boolean isConflict(SQLException e) {
    return "40001".equals(e.getSQLState()) || "40P01".equals(e.getSQLState());
  }

  private static boolean isDataError(SQLException e) {
    return e.getSQLState() != null && e.getSQLState().startsWith("22");
  }

  /**
   * Connection errors, a server that starts or stops, a standby that cannot write, a full
   * connection table.
   */
  static boolean isAway(SQLException e) {
    String state = e.getSQLState() == null ? "" : e.getSQLState();
    return e instanceof java.sql.SQLTransientConnectionException
        || state.startsWith("08")
        || state.startsWith("57P")
        || state.startsWith("53")
        || state.equals("25006");
  }

  private static void pause(int tried) {
    try {
      Thread.sleep(ThreadLocalRandom.current().nextInt(1, 5 << tried));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
