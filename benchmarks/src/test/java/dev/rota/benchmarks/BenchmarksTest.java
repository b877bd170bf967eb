package dev.rota.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.Json;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs everything in the smallest size: the numbers mean nothing then, but all are there. */
final class BenchmarksTest {
  private static final Scale TINY =
      new Scale(
          1,
          200,
          1_000,
          64,
          Duration.ofSeconds(1),
          Duration.ofSeconds(3),
          Duration.ofSeconds(1),
          200,
          400,
          3,
          2_000,
          3,
          500);

  @Test
  void everyWorkloadEndsWithItsRowsInTheTable(@TempDir Path folder) throws Exception {
    Path json = folder.resolve("table.json");
    Path profile = folder.resolve("drain.jfr");
    Options options =
        new Options(List.of(), TINY, Optional.empty(), Optional.of(json), Optional.of(profile));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();

    Table table = Benchmarks.run(options, print(out), print(err));

    assertThat(table.rows())
        .extracting(row -> row.workload() + ": " + row.measure())
        .contains(
            "drain: raw SQL",
            "drain: one node",
            "drain: one node / raw SQL",
            "enqueue: bulk",
            "enqueue: one by one, callers: 1",
            "enqueue: one by one, callers: 8",
            "enqueue: one by one, callers: 32",
            "pinned: without: last / first",
            "pinned: with a pinned snapshot: last / first",
            "claim-latency: batch 1, never vacuumed: large / small",
            "claim-latency: batch 100, never vacuumed: large / small",
            "claim-latency: batch 1, vacuumed and analyzed: large / small",
            "claim-latency: batch 100, vacuumed and analyzed: large / small",
            "latency: same process: p50",
            "latency: same process: p99",
            "latency: another node: p50",
            "latency: another node: p99",
            "schedules: 400 schedules, 4 due: a tick",
            "schedules: 400 due at once: the last job",
            "pages: p99 of all pages",
            "pages: all: p99",
            "pages: cancelled: p99",
            "pages: completed of a small queue: p99",
            "pages: a rare tag: p99",
            "pages: one job: p99",
            "pages: dashboard, overview: p50",
            "pages: dashboard, jobs by a text that none has: p50",
            "webhooks: another queue / without",
            "webhooks: told / without",
            "features: drain of ten batches and what follows / without",
            "features: drain with limits / without",
            "features: drain within a quota / without",
            "features: lines by a template / whole lines");
    assertThat(table.rows()).extracting(Row::value).allMatch(value -> value >= 0);
    assertThat(table.rows().stream().filter(row -> row.bar() != null)).hasSize(61);
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("fsync on, synchronous_commit on")
        .contains("one node / raw SQL");
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("drain 1/1");
    Json.check("table", Files.readString(json));
    assertThat(profile).isNotEmptyFile();
  }

  private static PrintStream print(ByteArrayOutputStream to) {
    return new PrintStream(to, true, StandardCharsets.UTF_8);
  }
}
