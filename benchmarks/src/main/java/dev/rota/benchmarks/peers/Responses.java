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
    int all = pings + pings / 3;
    Map<String, Object> figures = new HashMap<>();
    try (Scratch database = trial.server().database();
        Session session = trial.prepare(database)) {
      trial.warmUp(session, database);
      session.ask("listen");
      session.ask("ping " + all);
      put(figures, "near", session.ask("collect " + all + " " + pings));
      session.ask("listen");
      try (Session other = trial.open(database)) {
        other.ask("ping " + all);
        put(figures, "far", session.ask("collect " + all + " " + pings));
      }
    }
    return figures;
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
