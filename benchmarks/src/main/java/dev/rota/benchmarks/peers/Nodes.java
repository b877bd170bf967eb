package dev.rota.benchmarks.peers;

import dev.rota.benchmarks.Figures;
import dev.rota.benchmarks.Scratch;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Nodes are several processes that work off one queue together. They are held against one of them
 * on the same queue, in turns: a minute later the machine may be half as fast.
 */
final class Nodes {
  private static final int TURNS = 3;
  private static final int ALONE = 2;

  private Nodes() {}

  static Map<String, Object> run(Trial trial) throws Exception {
    Map<String, Object> figures = new HashMap<>();
    for (int nodes : trial.sizes().nodes()) {
      figures.putAll(together(trial, nodes));
    }
    return figures;
  }

  private static Map<String, Object> together(Trial trial, int nodes) throws Exception {
    List<Session> sessions = new ArrayList<>();
    try (Scratch database = trial.server().database()) {
      try {
        for (int i = 0; i < nodes; i++) {
          sessions.add(trial.prepare(database));
        }
        warmUp(trial, database, sessions);
        List<Double> one = new ArrayList<>();
        List<Double> all = new ArrayList<>();
        for (int turn = 0; turn < TURNS; turn++) {
          one.add(work(trial, database, sessions.subList(0, 1)));
          all.add(work(trial, database, sessions));
        }
        trial
            .progress()
            .say(
                "  %d nodes: %,.0f/s, one of them %,.0f/s"
                    .formatted(nodes, Figures.mean(all), Figures.mean(one)));
        return Map.of(
            "nodes" + nodes, Figures.mean(all),
            "alone" + nodes, Figures.mean(one),
            "doubles" + nodes, doubles(database));
      } finally {
        sessions.forEach(Session::close);
      }
    }
  }

  /**
   * Each by itself until its code is compiled, which would take ten of them many minutes together;
   * then together.
   */
  private static void warmUp(Trial trial, Scratch database, List<Session> sessions)
      throws Exception {
    for (Session session : sessions) {
      for (int i = 0; i < ALONE; i++) {
        work(trial, database, List.of(session));
      }
    }
    work(trial, database, sessions);
  }

  /** What they do in a second, with more before them than they can do. */
  private static double work(Trial trial, Scratch database, List<Session> sessions)
      throws Exception {
    fill(trial, database, sessions.getFirst());
    String question = "drain 1000000000 " + trial.sizes().shared();
    for (Session session : sessions) {
      session.send(question);
    }
    double rate = 0;
    for (Session session : sessions) {
      rate += session.receive(question).get("rate").asDouble();
    }
    if (ready(database) == 0) {
      throw new IllegalStateException("the queue was empty before the time was over");
    }
    return rate;
  }

  private static void fill(Trial trial, Scratch database, Session session) throws Exception {
    Sizes sizes = trial.sizes();
    long ready = ready(database);
    if (ready < sizes.queued() / 2) {
      session.ask("bulk " + (sizes.queued() - ready) + " " + sizes.filling());
      trial.cleanUp(database);
    }
  }

  private static long ready(Scratch database) throws SQLException {
    return database.number("SELECT count(*) FROM rota.ready");
  }

  private static long doubles(Scratch database) throws SQLException {
    return database.number(
        "SELECT count(*) FROM"
            + " (SELECT job FROM rota.execution GROUP BY job HAVING count(*) > 1) AS twice");
  }
}
