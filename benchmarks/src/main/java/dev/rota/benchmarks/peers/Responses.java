package dev.rota.benchmarks.peers;

import dev.rota.benchmarks.Figures;
import dev.rota.benchmarks.Scratch;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/** Responses are how soon the handler of a job starts on an idle worker. */
final class Responses {
  private Responses() {}

  static Map<String, Object> run(Trial trial) throws Exception {
    int pings = trial.sizes().pings();
    int all = 2 * pings;
    Map<String, Object> figures = new HashMap<>();
    try (Scratch database = trial.server().database();
        Session session = trial.prepare(database)) {
      trial.warmUp(session, database);
      session.ask("listen");
      session.ask("ping " + all);
      put(figures, "near", session.ask("collect " + all + " " + pings));
      try (Session other = trial.open(database)) {
        warmUp(trial, session, other, database);
        session.ask("listen");
        other.ask("ping " + all);
        put(figures, "far", session.ask("collect " + all + " " + pings));
      }
    }
    return figures;
  }

  /** Lets the process that stores jobs run until its code is compiled, too. */
  private static void warmUp(Trial trial, Session worker, Session other, Scratch database)
      throws Exception {
    long stored = other.ask("single 1 " + trial.sizes().single()).get("jobs").asLong();
    worker.ask("drain " + stored + " " + trial.sizes().longest());
    trial.cleanUp(database);
  }

  private static void put(Map<String, Object> figures, String from, JsonNode answer) {
    List<Double> millis =
        StreamSupport.stream(answer.get("millis").spliterator(), false)
            .map(JsonNode::asDouble)
            .toList();
    figures.put(from + "50", Figures.percentile(millis, 50));
    figures.put(from + "99", Figures.percentile(millis, 99));
  }
}
