package dev.rota.engine;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/**
 * A Listener hears what other nodes announce, on a connection of its own. Behind a pooler that
 * cannot listen it hears nothing, and polling does all the work.
 */
final class Listener implements AutoCloseable {
  private static final int WAIT_MILLIS = 500;

  private final DataSource source;
  private final Ear ear;
  private final Loop loop;
  private @Nullable Connection connection;

  /** An Ear is told each word, and may use the connection that it came on. */
  @FunctionalInterface
  interface Ear {
    void hear(Connection connection, String word) throws SQLException;
  }

  Listener(DataSource source, Ear ear) {
    this.source = source;
    this.ear = ear;
    this.loop = Loop.start("listener", this::listen);
  }

  @Override
  public void close() {
    loop.close();
    disconnect();
  }

  private Duration listen() throws SQLException {
    try {
      Connection open = connected();
      PGNotification[] heard = open.unwrap(PGConnection.class).getNotifications(WAIT_MILLIS);
      if (heard != null) {
        for (PGNotification one : heard) {
          ear.hear(open, one.getParameter());
        }
      }
      return Duration.ZERO;
    } catch (SQLException e) {
      disconnect();
      throw e;
    }
  }

  private Connection connected() throws SQLException {
    Connection open = connection;
    if (open == null) {
      open = source.getConnection();
      open.setAutoCommit(true);
      try (Statement statement = open.createStatement()) {
        statement.execute("LISTEN " + Announcer.CHANNEL);
      }
      connection = open;
    }
    return open;
  }

  private void disconnect() {
    Connection open = connection;
    connection = null;
    if (open == null) {
      return;
    }
    try (open;
        Statement statement = open.createStatement()) {
      statement.execute("UNLISTEN *");
    } catch (SQLException e) {
      // The connection was broken already: there is nothing left to undo on it.
      System.getLogger(Listener.class.getName())
          .log(System.Logger.Level.DEBUG, "closing a broken connection", e);
    }
  }
}
