package dev.rota.benchmarks.peers;

import dev.rota.benchmarks.Figures;
import dev.rota.benchmarks.Scratch;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Throughput is how fast jobs are stored and worked off when nothing is in the way. */
final class Throughput {
  /** What a flow does in its first seconds does not count. */
  static final int RAMP = 3;

  private static final int TURNS = 5;

  private Throughput() {}

  static Map<String, Object> drain(Trial trial) throws Exception {
    try (Scratch database = trial.server().database();
        Session session = trial.prepare(database)) {
      return Map.of("rate", secondDrain(trial, database, session, "drain"));
    }
  }

  static Map<String, Object> sustained(Trial trial) throws Exception {
    try (Scratch database = trial.server().database();
        Session session = trial.prepare(database)) {
      trial.warmUp(session, database);
      JsonNode flow = session.ask("flow " + (trial.sizes().sustained() + RAMP) + " 5000 0");
      complete("left", Math.max(0, flow.get("left").asLong()), 0);
      return Map.of("rate", Trial.rate(flow, RAMP));
    }
  }

  static Map<String, Object> enqueue(Trial trial) throws Exception {
    Sizes sizes = trial.sizes();
    try (Scratch database = trial.server().database();
        Session session = trial.prepare(database)) {
      trial.warmUp(session, database);
      session.ask("single 8 " + sizes.single() / 4.0);
      trial.server().settle();
      JsonNode bulk = session.ask("bulk " + sizes.jobs() + " " + sizes.longest() / 2);
      trial.server().settle();
      JsonNode one = session.ask("single 1 " + sizes.single());
      JsonNode eight = session.ask("single 8 " + sizes.single());
      return Map.of("bulk", rate(bulk), "single1", rate(one), "single8", rate(eight));
    }
  }

  /**
   * The same drain with jobs that differ in queue, concurrency key or priority, by turns: a minute
   * later the machine may be half as fast. The first turn does not count.
   */
  static Map<String, Object> mixed(Trial trial) throws Exception {
    Map<String, Shaped> shapes = new LinkedHashMap<>();
    try {
      for (String shape : List.of("plain", "queues", "keys", "priorities")) {
        shapes.put(shape, new Shaped(trial, shape));
      }
      for (int turn = 0; turn <= TURNS; turn++) {
        for (Shaped shaped : shapes.values()) {
          shaped.drainOnce();
        }
      }
      Map<String, Object> figures = new HashMap<>();
      shapes.forEach((shape, shaped) -> figures.put(shape, shaped.rate()));
      return figures;
    } finally {
      for (Shaped shaped : shapes.values()) {
        shaped.close();
      }
    }
  }

  /** A Shaped is a contestant whose jobs are of one shape, on a database of its own. */
  private static final class Shaped implements AutoCloseable {
    private final Trial trial;
    private final String shape;
    private final Scratch database;
    private final Session session;
    private final List<Double> rates = new ArrayList<>();

    Shaped(Trial trial, String shape) throws Exception {
      this.trial = trial;
      this.shape = shape;
      this.database = trial.server().database();
      this.session = trial.prepare(database);
      session.ask("shape " + shape);
      trial.warmUp(session, database);
    }

    void drainOnce() throws Exception {
      rates.add(drain(trial, database, session, shape));
    }

    double rate() {
      return Figures.median(rates.subList(1, rates.size()));
    }

    @Override
    public void close() throws SQLException {
      session.close();
      database.close();
    }
  }

  /**
   * The second of two drains counts: in the first one, code is compiled anew that was compiled for
   * a queue which is nearly empty. Those who are far behind have one.
   */
  private static double secondDrain(Trial trial, Scratch database, Session session, String what)
      throws Exception {
    trial.warmUp(session, database);
    if (!trial.entrant().isFarBehind()) {
      drain(trial, database, session, what);
    }
    return drain(trial, database, session, what);
  }

  private static double drain(Trial trial, Scratch database, Session session, String what)
      throws Exception {
    Sizes sizes = trial.sizes();
    long jobs =
        session.ask("bulk " + sizes.jobs() + " " + sizes.longest() * 2).get("jobs").asLong();
    trial.cleanUp(database);
    JsonNode drained = session.ask("drain " + jobs + " " + sizes.longest());
    if (trial.entrant() == Entrant.ROTA) {
      complete(what, Math.min(jobs, drained.get("jobs").asLong()), jobs);
      database.expect(0, "SELECT count(*) FROM rota.live");
    }
    return rate(drained);
  }

  private static double rate(JsonNode answer) {
    return answer.get("rate").asDouble();
  }

  /** A fast run that lost jobs is no result. */
  private static void complete(String what, long found, long expected) {
    if (found != expected) {
      throw new IllegalStateException(what + ": " + found + " instead of " + expected);
    }
  }
}
