package dev.rota.benchmarks.peers;

import dev.rota.benchmarks.Figures;
import dev.rota.benchmarks.Scratch;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Endurance is how much of its speed a queue keeps when it is long, or cannot be cleaned up. */
final class Endurance {
  private static final int PASSES = 6;

  private Endurance() {}

  /** Jobs flow on a short and on a long queue by turns; both stay as long as they are. */
  static Map<String, Object> backlog(Trial trial) throws Exception {
    Sizes sizes = trial.sizes();
    boolean rota = trial.entrant() == Entrant.ROTA;
    try (Scratch few = trial.server().database();
        Scratch many = trial.server().database();
        Session small = trial.prepare(few);
        Session large = trial.prepare(many)) {
      int most = rota ? sizes.large() : sizes.largeOfPeers();
      Queued withMany = Queued.fill(large, most, sizes.filling());
      Queued withFew = Queued.fill(small, sizes.small(), sizes.filling());
      trial.cleanUp(few);
      trial.cleanUp(many);
      for (int pass = 0; pass <= PASSES; pass++) {
        withFew.flow(sizes.deep());
        withMany.flow(sizes.deep());
      }
      double drain = large.ask("drain 1000000000 " + sizes.deep()).get("rate").asDouble();
      return Map.of(
          "small",
          withFew.rate(),
          "large",
          withMany.rate(),
          "ratio",
          withMany.rate() / withFew.rate(),
          "drain",
          drain,
          "queued",
          withMany.length);
    }
  }

  /** A session that has read, and goes on seeing what it saw. */
  static Map<String, Object> reader(Trial trial) throws Exception {
    return pinned(trial, "SELECT 1");
  }

  /** A session that has written, in Rota's case a job, and does not come to an end. */
  static Map<String, Object> writer(Trial trial) throws Exception {
    return pinned(
        trial,
        trial.entrant() == Entrant.ROTA
            ? "SELECT rota.enqueue('never', '{}')"
            : "CREATE TABLE pin AS SELECT 1 AS one");
  }

  private static Map<String, Object> pinned(Trial trial, String statement) throws Exception {
    Sizes sizes = trial.sizes();
    int time = trial.entrant() == Entrant.ROTA ? sizes.pinned() : sizes.pinnedOfPeers();
    try (Scratch database = trial.server().database();
        Session session = trial.prepare(database)) {
      trial.warmUp(session, database);
      trial.cleanUp(database);
      try (Connection other = database.connect()) {
        hold(other, statement);
        List<Double> every =
            Trial.every(session.ask("flow " + (time + Throughput.RAMP) + " 5000 0"));
        every = every.subList(Math.min(Throughput.RAMP, every.size() - 1), every.size());
        int window = Math.min(sizes.window(), every.size());
        double first = Figures.mean(every.subList(0, window));
        double last = Figures.mean(every.subList(every.size() - window, every.size()));
        return Map.of(
            "first", first, "last", last, "ratio", last / first, "line", Trial.line(every));
      }
    }
  }

  private static void hold(Connection connection, String sql) throws SQLException {
    connection.setAutoCommit(false);
    connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** A Queued is a queue that is kept at its length while jobs flow through it. */
  private static final class Queued {
    private final Session session;
    private final long length;
    private final List<Double> rates = new ArrayList<>();
    private long left;

    private Queued(Session session, long length) {
      this.session = session;
      this.length = length;
      this.left = length;
    }

    static Queued fill(Session session, long jobs, int atMost) throws Exception {
      return new Queued(session, session.ask("bulk " + jobs + " " + atMost).get("jobs").asLong());
    }

    /** What a worker does while it stops is made up for the next time. */
    void flow(int seconds) throws Exception {
      JsonNode flow = session.ask("flow " + seconds + " " + length + " " + left);
      left = flow.get("left").asLong();
      rates.add(Trial.rate(flow, Throughput.RAMP));
    }

    /** The median of the passes but the first one, which warmed up. */
    double rate() {
      return Figures.median(rates.subList(1, rates.size()));
    }
  }
}
