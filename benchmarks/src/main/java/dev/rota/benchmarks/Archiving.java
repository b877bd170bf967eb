package dev.rota.benchmarks;

import dev.rota.engine.Engine;
import dev.rota.engine.EngineEvents;
import dev.rota.engine.EngineOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.postgresql.ds.PGSimpleDataSource;

/** Archiving is how fast a day of finished jobs goes into its file, and back. */
final class Archiving implements Workload {
  /** Jobs of one day with an execution each, far before the retention. */
  private static final String FILL =
      """
      INSERT INTO rota.queue (name) VALUES ('default');
      INSERT INTO rota.route (queue, kind) VALUES ('default', 'noop');
      CREATE TEMP TABLE day AS SELECT rota.id_at(at) AS from_id, rota.id_at(at + interval '1 day') AS to_id, at
        FROM (SELECT date_trunc('day', rota.clock() - interval '60 days', 'UTC') AS at) d;
      SELECT rota.make_room(from_id, to_id) FROM day;
      INSERT INTO rota.job (id, created_at, route, priority, max_retries, payload)
        SELECT d.from_id + n, d.at, r.id, 0, 3, '{"order": 4711, "to": "somebody@example.com", "subject": "Your order is on its way"}'
        FROM day d, rota.route r, generate_series(1, :jobs) n;
      INSERT INTO rota.execution (id, job, started_at, finished_at, due_at, route, attempt, worker, retries, status, ended, result)
        SELECT j.id, j.id, j.created_at, j.created_at + interval '1 second', j.created_at, j.route, 1, 1, 0, 'completed', 'completed', '{"sent": true}'
        FROM rota.job j;
      """;

  @Override
  public String name() {
    return "archive";
  }

  @Override
  public List<Row> run(Setting setting) throws Exception {
    int jobs = setting.scale().jobs();
    Path folder = Files.createTempDirectory("rota-archive");
    try (Scratch database = setting.server().database();
        Engine engine = open(database, folder)) {
      setting.progress().say("archive: storing %,d jobs".formatted(jobs));
      database.execute(FILL.replace(":jobs", String.valueOf(jobs)));
      database.execute("VACUUM ANALYZE");
      double written = seconds(engine::prune);
      database.expect(jobs, "SELECT coalesce(sum(jobs), 0) FROM rota.archive_file");
      database.expect(0, "SELECT count(*) FROM rota.job");
      double back =
          seconds(() ->
              engine.archive().readBack(List.of(folder), Duration.ofDays(7), (f, n, of) -> {}));
      database.expect(jobs, "SELECT count(*) FROM rota.execution");
      String size = "%,d bytes".formatted(engine.archive().totals().bytes());
      return List.of(
          new Row(name(), "written and dropped", jobs / written, "jobs/s", null, size),
          new Row(name(), "read back", jobs / back, "jobs/s", null, jobs + " jobs"));
    } finally {
      delete(folder);
    }
  }

  private static Engine open(Scratch database, Path folder) {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(database.url());
    EngineOptions options = EngineOptions.builder().name("archive").archive(folder).build();
    return Engine.open(source, options, EngineEvents.NONE);
  }

  private static double seconds(Runnable task) {
    long start = System.nanoTime();
    task.run();
    return (System.nanoTime() - start) / 1e9;
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }
}
