package dev.rota.benchmarks;

import dev.rota.Limits;
import dev.rota.NewBatch;
import dev.rota.NewJob;
import dev.rota.benchmarks.contest.Drained;
import dev.rota.benchmarks.contest.JobQueue;
import dev.rota.engine.Engine;
import dev.rota.server.HttpServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Features are what a job costs that is in a batch, has limits, counts in a quota or is made from a
 * template, next to the same job without.
 */
final class Features implements Workload {
  private static final Duration LONGEST = Duration.ofMinutes(10);
  private static final Duration PERIOD = Duration.ofDays(1);
  private static final int BATCHES = 10;
  private static final String TENANT = "tenant";

  private static final String TEMPLATE =
      """
      {"kind": "noop", "payload": {"account": "{{account}}", "subject": "a job that does nothing at all"},
       "schema": {"type": "object", "properties": {"account": {"type": "integer"}}, "required": ["account"]}}
      """;

  private static final String FROM_TEMPLATE =
      "{\"template\": \"noop\", \"parameters\": {\"account\": 4711}}";

  /** What a drained job has. */
  private enum Feature {
    NONE,
    BATCH,
    LIMITS,
    QUOTA;

    private void fill(Engine engine, int jobs) {
      NewJob job = Scratch.job();
      switch (this) {
        case NONE -> engine.jobs().enqueueAll(Scratch.jobs(jobs));
        case BATCH -> fillBatches(engine, jobs);
        case LIMITS -> {
          NewJob limited = job.but().limits(new Limits(Duration.ofMinutes(1), 256)).build();
          engine.jobs().enqueueAll(IntStream.range(0, jobs).mapToObj(i -> limited));
        }
        case QUOTA -> {
          engine.tenantQuotas().put(TENANT, 10 * jobs, PERIOD, "bench");
          NewJob counted = job.but().tenant(TENANT).build();
          engine.jobs().enqueueAll(IntStream.range(0, jobs).mapToObj(i -> counted));
        }
      }
    }

    /** The last job of each batch is the one that follows on the others. */
    private static void fillBatches(Engine engine, int jobs) {
      for (int batch = 0; batch < BATCHES; batch++) {
        List<NewJob> members = Collections.nCopies(jobs / BATCHES - 1, Scratch.job());
        engine
            .batches()
            .create(NewBatch.of("batch", members.toArray(NewJob[]::new)).onComplete(Scratch.job()));
      }
    }
  }

  @Override
  public String name() {
    return "features";
  }

  @Override
  public List<Row> run(Setting setting) throws Exception {
    Map<Feature, List<Double>> rates = new EnumMap<>(Feature.class);
    List<Double> plain = new ArrayList<>();
    List<Double> made = new ArrayList<>();
    drain(setting.server(), Feature.NONE, setting.scale().warmup());
    stream(setting, Http.JOB);
    stream(setting, FROM_TEMPLATE);
    for (int round = 1; round <= setting.scale().rounds(); round++) {
      for (Feature feature : Feature.values()) {
        double rate = drain(setting.server(), feature, setting.scale().jobs());
        rates.computeIfAbsent(feature, f -> new ArrayList<>()).add(rate);
      }
      plain.add(stream(setting, Http.JOB));
      made.add(stream(setting, FROM_TEMPLATE));
      setting.progress().say("features %d/%d".formatted(round, setting.scale().rounds()));
    }
    List<Double> none = of(Feature.NONE, rates);
    return List.of(
        Row.median(name(), "drain without any", none, "jobs/s", null),
        beside(
            "drain of ten batches and what follows / without",
            of(Feature.BATCH, rates),
            none,
            Bar.atLeast(0.6)),
        // A thread of the system's for each: dear for a job that does nothing, little beside work.
        Row.median(name(), "drain with limits", of(Feature.LIMITS, rates), "jobs/s", null),
        beside("drain with limits / without", of(Feature.LIMITS, rates), none, null),
        beside("drain within a quota / without", of(Feature.QUOTA, rates), none, Bar.atLeast(0.8)),
        Row.median(name(), "stream of lines by a template", made, "jobs/s", null),
        beside("lines by a template / whole lines", made, plain, Bar.atLeast(0.8)));
  }

  private static List<Double> of(Feature feature, Map<Feature, List<Double>> rates) {
    return rates.getOrDefault(feature, List.of());
  }

  private Row beside(String measure, List<Double> rates, List<Double> base, @Nullable Bar bar) {
    List<Double> ratios =
        IntStream.range(0, rates.size()).mapToObj(i -> rates.get(i) / base.get(i)).toList();
    return Row.median(name(), measure, ratios, "", bar);
  }

  private static double drain(Server server, Feature feature, int jobs) throws Exception {
    try (Scratch database = server.database()) {
      try (Engine engine = database.start("filler")) {
        feature.fill(engine, jobs);
      }
      try (JobQueue queue = new RotaQueue(database, "drain")) {
        return Drained.by(queue, jobs, LONGEST).rate();
      }
    }
  }

  /** How many jobs a second a stream of lines brings in. */
  private static double stream(Setting setting, String line) throws Exception {
    try (Scratch database = setting.server().database();
        Engine engine = database.start("http");
        HttpServer server = Http.serve(engine)) {
      Http.put(server.url() + "/api/v1/templates/noop", TEMPLATE);
      double rate = Http.stream(server.url(), line, setting.scale().jobs());
      database.expect(setting.scale().jobs(), "SELECT count(*) FROM rota.live");
      return rate;
    }
  }
}
