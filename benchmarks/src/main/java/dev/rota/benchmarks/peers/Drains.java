package dev.rota.benchmarks.peers;

import dev.rota.benchmarks.Figures;
import dev.rota.benchmarks.Scratch;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * Drains are how fast jobs that were stored before are worked off. All that are held against each
 * other are there at the same time and drain by turns: a minute later the machine may be half as
 * fast. The median of the turns counts, without the first one, in which code is compiled anew that
 * was compiled for a queue which is nearly empty. Those who are far behind have one turn.
 */
final class Drains {
  private static final int TURNS = 5;
  private static final String PLAIN = "plain";

  private Drains() {}

  static Map<Entrant, Map<String, Object>> sideBySide(List<Trial> trials) throws Exception {
    List<Double> rates = byTurns(trials.stream().map(trial -> new Start(trial, PLAIN)).toList());
    Map<Entrant, Map<String, Object>> figures = new HashMap<>();
    for (int i = 0; i < trials.size(); i++) {
      figures.put(trials.get(i).entrant(), Map.of("rate", rates.get(i)));
    }
    return figures;
  }

  /** The same drain with jobs that differ in queue, concurrency key or priority. */
  static Map<String, Object> mixed(Trial trial) throws Exception {
    List<String> shapes = List.of(PLAIN, "queues", "keys", "priorities");
    List<Double> rates = byTurns(shapes.stream().map(shape -> new Start(trial, shape)).toList());
    Map<String, Object> figures = new HashMap<>();
    for (int i = 0; i < shapes.size(); i++) {
      figures.put(shapes.get(i), rates.get(i));
    }
    return figures;
  }

  private static List<Double> byTurns(List<Start> starts) throws Exception {
    List<Seat> seats = new ArrayList<>();
    try {
      for (Start start : starts) {
        seats.add(new Seat(start));
      }
      for (int turn = 0; turn <= TURNS; turn++) {
        for (Seat seat : seats) {
          seat.drain();
        }
      }
      return seats.stream().map(Seat::rate).toList();
    } finally {
      for (Seat seat : seats) {
        seat.close();
      }
    }
  }

  private record Start(Trial trial, String shape) {}

  /** A Seat is a contestant whose jobs are of one shape, on a database of its own. */
  private static final class Seat implements AutoCloseable {
    private final Trial trial;
    private final String shape;
    private final Scratch database;
    private final Session session;
    private final List<Double> rates = new ArrayList<>();

    Seat(Start start) throws Exception {
      this.trial = start.trial();
      this.shape = start.shape();
      this.database = trial.server().database();
      this.session = trial.prepare(database);
      if (!shape.equals(PLAIN)) {
        session.ask("shape " + shape);
      }
      trial.warmUp(session, database);
    }

    void drain() throws Exception {
      if (trial.entrant().isFarBehind() && !rates.isEmpty()) {
        return;
      }
      Sizes sizes = trial.sizes();
      long jobs =
          session.ask("bulk " + sizes.jobs() + " " + sizes.longest() * 2).get("jobs").asLong();
      trial.cleanUp(database);
      JsonNode drained = session.ask("drain " + jobs + " " + sizes.longest());
      if (trial.entrant() == Entrant.ROTA) {
        Throughput.complete(shape, Math.min(jobs, drained.get("jobs").asLong()), jobs);
        database.expect(0, "SELECT count(*) FROM rota.live");
      }
      rates.add(Throughput.rate(drained));
    }

    double rate() {
      return Figures.median(rates.size() == 1 ? rates : rates.subList(1, rates.size()));
    }

    @Override
    public void close() throws SQLException {
      session.close();
      database.close();
    }
  }
}
