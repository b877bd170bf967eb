package dev.rota.benchmarks;

import dev.rota.Claim;
import dev.rota.JobSource;
import dev.rota.Lease;
import dev.rota.NewGraph;
import dev.rota.NewJob;
import dev.rota.Outcome;
import dev.rota.Report;
import dev.rota.engine.Engine;
import java.util.ArrayList;
import java.util.List;

/**
 * Dependencies is how long it takes until the last of the ten thousand children of one job is
 * ready, from the report of its end.
 */
final class Dependencies implements Workload {
  private static final int CHILDREN = 10_000;
  private static final int ROUNDS = 5;
  private static final long PATIENCE_NANOS = 60_000_000_000L;

  @Override
  public String name() {
    return "dependencies";
  }

  @Override
  public List<Row> run(Setting setting) throws Exception {
    List<Double> stored = new ArrayList<>();
    List<Double> released = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      setting.progress().say("dependencies: round %d".formatted(round + 1));
      try (Scratch database = setting.server().database()) {
        database.migrate();
        try (Engine engine = database.start("dependencies")) {
          long start = System.nanoTime();
          engine.jobs().enqueueGraph(graph());
          stored.add(seconds(start));
          released.add(release(database, engine));
        }
      }
    }
    return List.of(
        Row.median(name(), "storing one job and 10,000 that wait for it", stored, "s", null),
        Row.median(name(), "releasing 10,000 children of one job", released, "s", Bar.atMost(1)));
  }

  private static NewGraph graph() {
    NewGraph.Builder graph =
        NewGraph.start().add("root", NewJob.kind("root").queue(Scratch.QUEUE).build());
    NewJob leaf = NewJob.kind("leaf").queue(Scratch.QUEUE).build();
    for (int i = 0; i < CHILDREN; i++) {
      graph.add("n" + i, leaf, "root");
    }
    return graph.build();
  }

  private static double release(Scratch database, Engine engine) throws Exception {
    JobSource source = engine.source();
    Lease root = source.exchange(List.of(), Claim.of(Scratch.QUEUE, 1)).leases().getFirst();
    long start = System.nanoTime();
    source.exchange(List.of(Report.of(root, new Outcome.Completed(null))), Claim.NOTHING);
    while (database.number("SELECT count(*) FROM rota.ready") < CHILDREN) {
      if (System.nanoTime() - start > PATIENCE_NANOS) {
        throw new IllegalStateException("the children of a job were not released");
      }
      Thread.sleep(5);
    }
    return seconds(start);
  }

  private static double seconds(long start) {
    return (System.nanoTime() - start) / 1e9;
  }
}
