package dev.rota.benchmarks;

import dev.rota.NewJob;
import dev.rota.benchmarks.contest.JobQueue;
import dev.rota.engine.Engine;
import dev.rota.engine.EngineEvents;
import dev.rota.engine.EngineOptions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A Scratch is a database for one measurement, dropped when that is over.
 *
 * @param url its address, user and password included
 */
public record Scratch(@Nullable Server server, String name, String url) implements AutoCloseable {
  static final String QUEUE = "default";
  static final String KIND = "noop";

  /** A database that somebody else has made and will drop. */
  static Scratch at(String url) {
    return new Scratch(null, "", url);
  }

  /** A full node with a pool of its own, as an application would start it. */
  Engine start(String node) {
    return Engine.start(
        url, null, null, EngineOptions.builder().name(node).build(), EngineEvents.NONE);
  }

  void migrate() {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(url);
    Engine.migrate(source);
  }

  public Connection connect() throws SQLException {
    return DriverManager.getConnection(url);
  }

  public void execute(String sql) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** The one number that a query answers. */
  public long number(String sql) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      if (!row.next()) {
        throw new IllegalStateException("no row: " + sql);
      }
      return row.getLong(1);
    }
  }

  /** Fails unless the query answers this number: a fast run that lost jobs is no result. */
  public void expect(long expected, String sql) throws SQLException {
    long found = number(sql);
    if (found != expected) {
      throw new IllegalStateException("expected " + expected + ", found " + found + ": " + sql);
    }
  }

  /** Stores so many jobs that do nothing. */
  void fill(int jobs) {
    try (Engine engine = start("filler")) {
      engine.jobs().enqueueAll(jobs(jobs));
    }
  }

  static NewJob job() {
    return NewJob.kind(KIND).queue(QUEUE).payload(JobQueue.PAYLOAD).build();
  }

  static Stream<NewJob> jobs(int count) {
    NewJob job = job();
    return IntStream.range(0, count).mapToObj(i -> job);
  }

  @Override
  public void close() throws SQLException {
    if (server != null) {
      server.execute("DROP DATABASE " + name + " WITH (FORCE)");
    }
  }
}
