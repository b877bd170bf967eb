package dev.rota.benchmarks.peers;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** A Part is a workload and some contestants: as much as is measured at one sitting. */
enum Part {
  DRAIN("drain", Drains::sideBySide, true, with(Entrant.RAW, Entrant.ALL), 1, 18),
  SUSTAINED("sustained", Throughput::sustained, Entrant.ALL, 2, 18),
  ENQUEUE("enqueue", Throughput::enqueue, Entrant.ALL, 3, 16),
  LATENCY("latency", Responses::run, true, Entrant.ALL, 2, 18),
  BACKLOG("backlog", Endurance::backlog, List.of(Entrant.ROTA), 1, 8),
  BACKLOG_PEERS("backlog", Endurance::backlog, Entrant.PEERS, 1, 19),
  PINNED_READER("pinned-reader", Endurance::reader, List.of(Entrant.ROTA), 1, 12),
  PINNED_WRITER("pinned-writer", Endurance::writer, List.of(Entrant.ROTA), 1, 12),
  PINNED_READER_PEERS("pinned-reader", Endurance::reader, Entrant.PEERS, 1, 15),
  PINNED_WRITER_PEERS("pinned-writer", Endurance::writer, Entrant.PEERS, 1, 15),
  MIXED("mixed", Drains::mixed, List.of(Entrant.ROTA), 2, 14),
  NODES("nodes", Nodes::run, List.of(Entrant.ROTA), 1, 14),
  WAL("wal", Footprint::wal, Entrant.ALL, 1, 6),
  MEMORY("memory", Footprint::memory, List.of(Entrant.ROTA), 1, 1);

  private final String workload;
  private final Workload run;
  private final boolean together;
  private final List<Entrant> entrants;
  private final int rounds;
  private final int minutes;

  Part(String workload, Workload.Solo run, List<Entrant> entrants, int rounds, int minutes) {
    this(
        workload,
        trials -> Map.of(trials.getFirst().entrant(), run.run(trials.getFirst())),
        false,
        entrants,
        rounds,
        minutes);
  }

  Part(
      String workload,
      Workload run,
      boolean together,
      List<Entrant> entrants,
      int rounds,
      int minutes) {
    this.workload = workload;
    this.run = run;
    this.together = together;
    this.entrants = entrants;
    this.rounds = rounds;
    this.minutes = minutes;
  }

  /** How it is called on the command line. */
  String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** What its results are filed under. */
  String workload() {
    return workload;
  }

  Workload run() {
    return run;
  }

  /** Whether the contestants of a round are there at the same time. */
  boolean isTogether() {
    return together;
  }

  List<Entrant> entrants() {
    return entrants;
  }

  int rounds() {
    return rounds;
  }

  /** About how long it takes on a quiet machine with two processors. */
  int minutes() {
    return minutes;
  }

  private static List<Entrant> with(Entrant one, List<Entrant> others) {
    return Stream.concat(Stream.of(one), others.stream()).toList();
  }
}
