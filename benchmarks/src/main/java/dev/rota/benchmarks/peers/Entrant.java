package dev.rota.benchmarks.peers;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** An Entrant is a system that is measured, with what has to be known to compare it. */
enum Entrant {
  ROTA("Rota", "every job and every execution", "yes, by lease", "100 at a time, batches of 500"),
  RAW(
      "raw SQL",
      "every job and every execution",
      "yes, by lease",
      "Rota's own statements in a bare loop: 2 connections, batches of 500"),
  GRAPHILE_WORKER(
      "graphile-worker 0.18.0",
      "nothing: a job that is done is deleted",
      "no: deleted by its number alone",
      "`localQueue.size` 500, `completeJobBatchDelay` 0, 24 at a time (its page on performance)"),
  PG_BOSS(
      "pg-boss 12.38.0",
      "jobs, for 7 days; no executions",
      "yes, by number of retries",
      "`batchSize` 500, `localConcurrency` 2, `burstWhenBatchFull`, NOTIFY, a partition of its own"),
  DB_SCHEDULER(
      "db-scheduler 16.12.0",
      "nothing: a task that is done is deleted",
      "yes, by version",
      "`pollUsingLockAndFetch(0.5, 4.0)`, 50 threads, immediate execution, polling every 100 ms"),
  JOBRUNR(
      "JobRunr 8.7.0",
      "jobs with their states, for 36 hours",
      "yes, by version",
      "job requests, 64 workers on virtual threads, polling every 5 s, the least it allows"),
  QUARTZ(
      "Quartz 2.5.2",
      "nothing: a trigger that has fired is deleted",
      "no",
      "JDBC job store, batches of 20 triggers, 20 threads, one durable job, idle wait 1 s");

  private static final Set<Entrant> FAR_BEHIND = EnumSet.of(JOBRUNR, QUARTZ);
  static final List<Entrant> ALL = Arrays.stream(values()).filter(e -> e != RAW).toList();
  static final List<Entrant> PEERS = ALL.stream().filter(e -> e != ROTA).toList();

  private static final List<String> JVM =
      List.of("-XX:+UseSerialGC", "-Xms256m", "-Xmx1g", "-Xlog:disable");

  private final String label;
  private final String keeps;
  private final String fenced;
  private final String settings;

  Entrant(String label, String keeps, String fenced, String settings) {
    this.label = label;
    this.keeps = keeps;
    this.fenced = fenced;
    this.settings = settings;
  }

  /** How it is called on command lines and in results. */
  String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  String label() {
    return label;
  }

  /** Whether it is a tenth as fast as the fastest, so that one round says all there is to say. */
  boolean isFarBehind() {
    return FAR_BEHIND.contains(this);
  }

  String keeps() {
    return keeps;
  }

  String fenced() {
    return fenced;
  }

  String settings() {
    return settings;
  }

  /** Its program; {@code benchmarks} is the folder of that name, built by {@code run-peers}. */
  List<String> command(Path benchmarks) {
    return switch (this) {
      case ROTA, RAW ->
          java(
              benchmarks.resolve("target/rota-benchmarks.jar").toString(),
              "dev.rota.benchmarks.Contestant");
      case DB_SCHEDULER, JOBRUNR, QUARTZ ->
          java(
              benchmarks.resolve("peers/target/rota-peers.jar")
                  + ":"
                  + benchmarks.resolve("peers/target/lib")
                  + "/*",
              "dev.rota.peers.Contestant");
      case GRAPHILE_WORKER, PG_BOSS -> {
        Path node = benchmarks.resolve("target/peers-node");
        yield List.of(
            node.resolve("node_modules/node/bin/node").toString(),
            node.resolve(word() + ".mjs").toString());
      }
    };
  }

  private List<String> java(String classPath, String main) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(JVM);
    command.addAll(List.of("-cp", classPath, main, word()));
    return command;
  }
}
