package dev.rota.benchmarks.peers;

import dev.rota.benchmarks.Figures;
import dev.rota.benchmarks.Progress;
import dev.rota.benchmarks.Scratch;
import dev.rota.benchmarks.Server;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/**
 * A Trial is one contestant in one round of a workload.
 *
 * @param home the folder of the sources, with everything built
 */
record Trial(Entrant entrant, Server server, Sizes sizes, Progress progress, Path home) {

  /** A running contestant on this database. */
  Session open(Scratch database) throws IOException {
    return Session.start(entrant, database, home.resolve("benchmarks"));
  }

  /** The same, with its tables made. */
  Session prepare(Scratch database) throws IOException, InterruptedException {
    Session session = open(database);
    session.ask("prepare");
    return session;
  }

  /** Lets it run until its code is compiled, and cleans up behind it. */
  void warmUp(Session session, Scratch database)
      throws IOException, InterruptedException, SQLException {
    if (entrant == Entrant.RAW) {
      session.ask("bulk " + sizes.jobs() + " 60");
      session.ask("drain " + sizes.jobs() + " 60");
    } else {
      session.ask("flow " + sizes.warmup() + " 5000 0");
    }
    cleanUp(database);
  }

  /** Everybody starts with fresh statistics, no dead rows and nothing to write out. */
  void cleanUp(Scratch database) throws SQLException {
    database.execute("VACUUM ANALYZE");
    server.settle();
  }

  /** The rate of a flow after its first seconds. */
  static double rate(JsonNode flow, int from) {
    List<Double> every = every(flow);
    return Figures.mean(every.subList(Math.min(from, every.size() - 1), every.size()));
  }

  /** What a flow did in each second. */
  static List<Double> every(JsonNode flow) {
    return StreamSupport.stream(flow.get("every").spliterator(), false)
        .map(JsonNode::asDouble)
        .toList();
  }

  /** The means of up to sixty stretches of equal length: enough for a line in a picture. */
  static List<Double> line(List<Double> every) {
    int stretch = Math.max(1, every.size() / 60);
    List<Double> means = new ArrayList<>();
    for (int i = 0; i + stretch <= every.size(); i += stretch) {
      means.add(Figures.mean(every.subList(i, i + stretch)));
    }
    return means;
  }
}
