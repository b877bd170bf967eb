package dev.rota.benchmarks.peers;

import dev.rota.benchmarks.Scratch;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * Throughput is how fast jobs are stored, and stored and worked off, when nothing is in the way.
 */
final class Throughput {
  /** What a flow does in its first seconds does not count. */
  static final int RAMP = 3;

  private Throughput() {}

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

  static double rate(JsonNode answer) {
    return answer.get("rate").asDouble();
  }

  /** A fast run that lost jobs is no result. */
  static void complete(String what, long found, long expected) {
    if (found != expected) {
      throw new IllegalStateException(what + ": " + found + " instead of " + expected);
    }
  }
}
