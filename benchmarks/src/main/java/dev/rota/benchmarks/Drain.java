package dev.rota.benchmarks;

import dev.rota.engine.Engine;
import dev.rota.worker.Worker;
import java.io.IOException;
import java.nio.file.Path;
import java.text.ParseException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.ToDoubleFunction;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;
import org.jspecify.annotations.Nullable;

/**
 * The Drain is how fast one node works off a backlog of jobs that do nothing, with their history,
 * next to the same statements in a bare loop.
 */
final class Drain implements Workload {
  private static final int CONCURRENCY = 100;
  private static final Duration LONGEST = Duration.ofMinutes(10);

  @Override
  public String name() {
    return "drain";
  }

  /** A Pass is one backlog worked off: jobs per second, and microseconds of processor per job. */
  private record Pass(double rate, double cpuHere, double cpuServer) {}

  @Override
  public List<Row> run(Setting setting) throws Exception {
    Scale scale = setting.scale();
    setting.progress().say("drain: warming up with %,d jobs".formatted(scale.warmup()));
    byRawSql(setting.server(), scale.warmup());
    byNode(setting.server(), scale.warmup());
    List<Pass> raw = new ArrayList<>();
    List<Pass> node = new ArrayList<>();
    Optional<Recording> recording = record(setting.recording());
    for (int round = 1; round <= scale.rounds(); round++) {
      raw.add(byRawSql(setting.server(), scale.jobs()));
      node.add(byNode(setting.server(), scale.jobs()));
      setting
          .progress()
          .say(
              "drain %d/%d: raw SQL %s/s, one node %s/s"
                  .formatted(
                      round,
                      scale.rounds(),
                      Figures.of(raw.getLast().rate()),
                      Figures.of(node.getLast().rate())));
    }
    recording.ifPresent(Recording::close);
    return rows(raw, node);
  }

  private List<Row> rows(List<Pass> raw, List<Pass> node) {
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < raw.size(); i++) {
      ratios.add(node.get(i).rate() / raw.get(i).rate());
    }
    return List.of(
        row("raw SQL", raw, Pass::rate, "jobs/s", null),
        row("one node", node, Pass::rate, "jobs/s", Bar.atLeast(30_000)),
        Row.median(name(), "one node / raw SQL", ratios, "", Bar.atLeast(0.6)),
        row("raw SQL: CPU of the client", raw, Pass::cpuHere, "µs/job", null),
        row("raw SQL: CPU of the server", raw, Pass::cpuServer, "µs/job", null),
        row("one node: CPU of the node", node, Pass::cpuHere, "µs/job", null),
        row("one node: CPU of the server", node, Pass::cpuServer, "µs/job", null));
  }

  private Row row(
      String measure,
      List<Pass> passes,
      ToDoubleFunction<Pass> figure,
      String unit,
      @Nullable Bar bar) {
    return Row.median(
        name(), measure, passes.stream().mapToDouble(figure).boxed().toList(), unit, bar);
  }

  private static Pass byRawSql(Server server, int jobs) throws Exception {
    try (Scratch database = server.database()) {
      database.fill(jobs);
      try (RawSql raw = new RawSql(database)) {
        Stopwatch watch = new Stopwatch(server);
        raw.drain();
        Pass pass = watch.stop(jobs);
        check(database, jobs);
        return pass;
      }
    }
  }

  private static Pass byNode(Server server, int jobs) throws Exception {
    try (Scratch database = server.database()) {
      database.fill(jobs);
      try (Engine engine = database.start("drain")) {
        CountDownLatch handled = new CountDownLatch(jobs);
        Stopwatch watch = new Stopwatch(server);
        try (Worker worker =
            Worker.on(engine.source())
                .queue(Scratch.QUEUE, CONCURRENCY)
                .run(Scratch.KIND, job -> handled.countDown())
                .start()) {
          handled.await();
          if (!worker.awaitIdle(LONGEST)) {
            throw new IllegalStateException("the worker does not come to rest");
          }
          Pass pass = watch.stop(jobs);
          check(database, jobs);
          return pass;
        }
      }
    }
  }

  private static void check(Scratch database, int jobs) throws Exception {
    database.expect(jobs, "SELECT count(*) FROM rota.execution WHERE status = 'completed'");
    database.expect(0, "SELECT count(*) FROM rota.live");
  }

  /** A Stopwatch times one pass. */
  private static final class Stopwatch {
    private final Server server;
    private final CpuTime cpu;
    private final long start;

    Stopwatch(Server server) {
      this.server = server;
      this.cpu = server.cpuTime();
      this.start = System.nanoTime();
    }

    Pass stop(int jobs) {
      double seconds = (System.nanoTime() - start) / 1e9;
      CpuTime now = server.cpuTime();
      return new Pass(jobs / seconds, now.hereSince(cpu, jobs), now.serverSince(cpu, jobs));
    }
  }

  private static Optional<Recording> record(Optional<Path> file)
      throws IOException, ParseException {
    if (file.isEmpty()) {
      return Optional.empty();
    }
    Recording recording = new Recording(Configuration.getConfiguration("profile"));
    recording.setDestination(file.get());
    recording.start();
    return Optional.of(recording);
  }
}
