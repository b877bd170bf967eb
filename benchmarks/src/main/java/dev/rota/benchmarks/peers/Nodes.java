package dev.rota.benchmarks.peers;

import dev.rota.benchmarks.Scratch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Nodes are several processes that work off one queue together. */
final class Nodes {
  private Nodes() {}

  static Map<String, Object> run(Trial trial) throws Exception {
    Map<String, Object> figures = new HashMap<>();
    for (int nodes : trial.sizes().nodes()) {
      figures.putAll(together(trial, nodes));
    }
    return figures;
  }

  private static Map<String, Object> together(Trial trial, int nodes) throws Exception {
    Sizes sizes = trial.sizes();
    List<Session> sessions = new ArrayList<>();
    try (Scratch database = trial.server().database()) {
      try {
        for (int i = 0; i < nodes; i++) {
          sessions.add(trial.prepare(database));
        }
        sessions.getFirst().ask("bulk " + sizes.queued() + " " + sizes.filling());
        trial.cleanUp(database);
        // Ten processes share the processors while their code is compiled.
        work(sessions, sizes.shared() * (5 + 3 * nodes) / 10);
        double rate = work(sessions, sizes.shared());
        if (database.number("SELECT count(*) FROM rota.ready") == 0) {
          throw new IllegalStateException("the queue was empty before the time was over");
        }
        trial.progress().say("  %d nodes: %,.0f/s".formatted(nodes, rate));
        long twice =
            database.number(
                "SELECT count(*) FROM"
                    + " (SELECT job FROM rota.execution GROUP BY job HAVING count(*) > 1) AS twice");
        return Map.of("nodes" + nodes, rate, "doubles" + nodes, twice);
      } finally {
        sessions.forEach(Session::close);
      }
    }
  }

  /** What all of them do in a second. */
  private static double work(List<Session> sessions, int seconds) throws Exception {
    String question = "drain 1000000000 " + seconds;
    for (Session session : sessions) {
      session.send(question);
    }
    double rate = 0;
    for (Session session : sessions) {
      rate += session.receive(question).get("rate").asDouble();
    }
    return rate;
  }
}
