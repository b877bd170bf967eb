package dev.rota.benchmarks.peers;

import dev.rota.benchmarks.Figures;
import dev.rota.benchmarks.Scratch;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Responses are how soon the handler of a job starts on an idle worker. All contestants are there
 * at the same time, and each is asked for some seconds by turns; what counts is the median of the
 * turns. The worst one in a hundred of all turns together would only tell how the machine's worst
 * moment fell.
 */
final class Responses {
  private static final int TURNS = 10;

  private Responses() {}

  static Map<Entrant, Map<String, Object>> run(List<Trial> trials) throws Exception {
    List<Seat> seats = new ArrayList<>();
    try {
      for (Trial trial : trials) {
        seats.add(new Seat(trial));
      }
      byTurns(seats);
      for (Seat seat : seats) {
        seat.bringAnother();
      }
      byTurns(seats);
    } finally {
      for (Seat seat : seats) {
        seat.close();
      }
    }
    Map<Entrant, Map<String, Object>> figures = new HashMap<>();
    seats.forEach(seat -> figures.put(seat.trial.entrant(), seat.figures()));
    return figures;
  }

  private static void byTurns(List<Seat> seats) throws Exception {
    for (int turn = 0; turn < TURNS; turn++) {
      for (Seat seat : seats) {
        seat.ask();
      }
    }
  }

  /** A Seat is a contestant with its database and what was heard of it. */
  private static final class Seat implements AutoCloseable {
    private final Trial trial;
    private final Scratch database;
    private final Session worker;
    private final List<List<Double>> near = new ArrayList<>();
    private final List<List<Double>> far = new ArrayList<>();
    private @Nullable Session other;

    Seat(Trial trial) throws Exception {
      this.trial = trial;
      this.database = trial.server().database();
      this.worker = trial.prepare(database);
      trial.warmUp(worker, database);
    }

    /** Starts a process that only stores jobs, and lets it run until its code is compiled. */
    void bringAnother() throws Exception {
      Session started = trial.open(database);
      other = started;
      long stored = started.ask("single 1 " + trial.sizes().single()).get("jobs").asLong();
      worker.ask("drain " + stored + " " + trial.sizes().longest());
      trial.cleanUp(database);
    }

    /**
     * Sends some jobs to the worker, from another process if there is one; the first do not count.
     */
    void ask() throws Exception {
      int count = Math.max(1, trial.sizes().pings() / TURNS);
      int all = count + Math.max(1, count / 5);
      Session sender = other == null ? worker : other;
      worker.ask("listen");
      sender.ask("ping " + all);
      JsonNode millis = worker.ask("collect " + all + " " + count).get("millis");
      (other == null ? near : far)
          .add(StreamSupport.stream(millis.spliterator(), false).map(JsonNode::asDouble).toList());
    }

    Map<String, Object> figures() {
      return Map.of(
          "near50", typical(near, 50),
          "near99", typical(near, 99),
          "far50", typical(far, 50),
          "far99", typical(far, 99));
    }

    private static double typical(List<List<Double>> turns, int percent) {
      return Figures.median(turns.stream().map(turn -> Figures.percentile(turn, percent)).toList());
    }

    @Override
    public void close() throws SQLException {
      if (other != null) {
        other.close();
      }
      worker.close();
      database.close();
    }
  }
}
