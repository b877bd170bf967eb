package dev.rota.benchmarks;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** Options are what the command line asks for. */
record Options(
    List<String> workloads,
    Scale scale,
    Optional<String> url,
    Optional<Path> json,
    Optional<Path> recording) {

  static final String USAGE =
      """
      usage: rota bench [drain] [enqueue] [pinned] [claim-latency] [latency] [schedules] [http] [pages] [operations] [archive] [fairness] [dependencies] [webhooks] [features] [options]

        --quick       a short form of everything
        --rounds N    how often each side of a comparison runs
        --jobs N      how many jobs a bulk operation has
        --url URL     a PostgreSQL to run on, jdbc:postgresql://host/db?user=...&password=...,
                      instead of one of our own; its user must be allowed to create databases
        --json FILE   writes the table as JSON, too
        --jfr FILE    records a profile of the drain

      Without a workload: all of them.
      """;

  /** A word on the command line that nobody knows. */
  static final class Unknown extends Exception {
    Unknown(String message) {
      super(message);
    }
  }

  static Options parse(String... args) throws Unknown {
    Deque<String> words = new ArrayDeque<>(List.of(args));
    List<String> workloads = new ArrayList<>();
    Scale scale = Scale.FULL;
    Optional<Integer> rounds = Optional.empty();
    Optional<Integer> bulk = Optional.empty();
    Optional<String> url = Optional.empty();
    Optional<Path> json = Optional.empty();
    Optional<Path> recording = Optional.empty();
    while (!words.isEmpty()) {
      String word = words.removeFirst();
      switch (word) {
        case "--quick" -> scale = Scale.QUICK;
        case "--rounds" -> rounds = Optional.of(number(word, words));
        case "--jobs" -> bulk = Optional.of(number(word, words));
        case "--url" -> url = Optional.of(value(word, words));
        case "--json" -> json = Optional.of(Path.of(value(word, words)));
        case "--jfr" -> recording = Optional.of(Path.of(value(word, words)));
        default -> workloads.add(workload(word));
      }
    }
    Scale chosen = rounds.map(scale::withRounds).orElse(scale);
    return new Options(workloads, bulk.map(chosen::withBulk).orElse(chosen), url, json, recording);
  }

  boolean wants(Workload workload) {
    return workloads.isEmpty() || workloads.contains(workload.name());
  }

  private static String workload(String word) throws Unknown {
    if (Benchmarks.ALL.stream().noneMatch(workload -> workload.name().equals(word))) {
      throw new Unknown("unknown: " + word);
    }
    return word;
  }

  private static String value(String option, Deque<String> words) throws Unknown {
    if (words.isEmpty()) {
      throw new Unknown(option + " needs a value");
    }
    return words.removeFirst();
  }

  private static int number(String option, Deque<String> words) throws Unknown {
    String value = value(option, words);
    try {
      return Math.max(1, Integer.parseInt(value));
    } catch (NumberFormatException e) {
      throw new Unknown(option + " needs a number, not " + value);
    }
  }
}
