package dev.rota.benchmarks;

import dev.rota.benchmarks.contest.Drained;
import java.io.IOException;
import java.nio.file.Path;
import java.text.ParseException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;
import org.jspecify.annotations.Nullable;

/**
 * The Drain is how fast one node works off a backlog of jobs that do nothing, with their history,
 * next to the same statements in a bare loop.
 */
final class Drain implements Workload {
  private static final Duration LONGEST = Duration.ofMinutes(10);

  @Override
  public String name() {
    return "drain";
  }

  @Override
  public List<Row> run(Setting setting) throws Exception {
    Scale scale = setting.scale();
    setting.progress().say("drain: warming up with %,d jobs".formatted(scale.warmup()));
    byRawSql(setting.server(), scale.warmup());
    byNode(setting.server(), scale.warmup());
    List<Tick.Span> raw = new ArrayList<>();
    List<Tick.Span> node = new ArrayList<>();
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

  private List<Row> rows(List<Tick.Span> raw, List<Tick.Span> node) {
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < raw.size(); i++) {
      ratios.add(node.get(i).rate() / raw.get(i).rate());
    }
    return List.of(
        row("raw SQL", raw, Tick.Span::rate, "jobs/s", null),
        row("one node", node, Tick.Span::rate, "jobs/s", Bar.atLeast(30_000)),
        Row.median(name(), "one node / raw SQL", ratios, "", Bar.atLeast(0.6)),
        row("raw SQL: CPU of the client", raw, Tick.Span::cpuHere, "µs/job", null),
        row("raw SQL: CPU of the server", raw, Tick.Span::cpuServer, "µs/job", null),
        row("one node: CPU of the node", node, Tick.Span::cpuHere, "µs/job", null),
        row("one node: CPU of the server", node, Tick.Span::cpuServer, "µs/job", null));
  }

  private Row row(
      String measure,
      List<Tick.Span> passes,
      ToDoubleFunction<Tick.Span> figure,
      String unit,
      @Nullable Bar bar) {
    return Row.median(
        name(), measure, passes.stream().mapToDouble(figure).boxed().toList(), unit, bar);
  }

  private static Tick.Span byRawSql(Server server, int jobs) throws Exception {
    try (Scratch database = server.database()) {
      database.fill(jobs);
      try (RawSql raw = new RawSql(database)) {
        Tick start = Tick.now(0, server);
        raw.drain(() -> {});
        Tick.Span pass = start.to(Tick.now(jobs, server));
        check(database, jobs);
        return pass;
      }
    }
  }

  private static Tick.Span byNode(Server server, int jobs) throws Exception {
    try (Scratch database = server.database()) {
      database.fill(jobs);
      try (RotaQueue queue = new RotaQueue(database, "drain")) {
        Tick start = Tick.now(0, server);
        Drained.by(queue, jobs, LONGEST);
        Tick.Span pass = start.to(Tick.now(jobs, server));
        check(database, jobs);
        return pass;
      }
    }
  }

  private static void check(Scratch database, int jobs) throws Exception {
    database.expect(jobs, "SELECT count(*) FROM rota.execution WHERE status = 'completed'");
    database.expect(0, "SELECT count(*) FROM rota.live");
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
