package dev.rota.benchmarks.peers;

import dev.rota.benchmarks.Figures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The Claims are everything that Rota must reach, worked out of the results. */
final class Claims {
  private static final String RATE = "/s";
  private static final String MILLIS = " ms";

  private final Results results;
  private final List<Claim> claims = new ArrayList<>();

  private Claims(Results results) {
    this.results = results;
  }

  static List<Claim> of(Results results) {
    Claims all = new Claims(results);
    all.faster("drain of 200,000 no-op jobs", "drain", "rate", 2);
    all.besideRaw();
    all.faster("insert + run + complete, sustained for 60 s", "sustained", "rate", 2);
    all.faster("bulk enqueue", "enqueue", "bulk", 2);
    all.faster("single durable enqueues, 1 caller", "enqueue", "single1", 1);
    all.faster("single durable enqueues, 8 callers", "enqueue", "single8", 1.5);
    all.sooner("start latency, idle, in process: p50", "near50");
    all.sooner("start latency, idle, in process: p99", "near99");
    all.sooner("start latency, idle, across processes: p50", "far50");
    all.sooner("start latency, idle, across processes: p99", "far99");
    all.held(
        "insert + run + complete with 10,000,000 queued",
        "backlog",
        "large",
        "small",
        "with 10,000",
        0.9);
    all.held(
        "the last of 10 minutes with a pinned reader",
        "pinned-reader",
        "last",
        "first",
        "the first minute",
        0.9);
    all.held(
        "the last of 10 minutes with a pinned writer",
        "pinned-writer",
        "last",
        "first",
        "the first minute",
        0.9);
    all.held("100 queues", "mixed", "queues", "plain", "one queue, no keys", 0.8);
    all.held("100,000 concurrency keys", "mixed", "keys", "plain", "one queue, no keys", 0.8);
    all.held("100 priorities", "mixed", "priorities", "plain", "one queue, no keys", 0.8);
    for (int nodes : List.of(2, 5, 10)) {
      all.held(
          nodes + " nodes in total",
          "nodes",
          "nodes" + nodes,
          "alone" + nodes,
          "one of them in turns with all",
          0.8);
      all.small(nodes + " nodes: jobs that ran twice", "nodes", "doubles" + nodes, "", 0);
    }
    all.small("WAL of a job, full-page images apart", "wal", "bytes", " bytes", 1_250);
    all.small("heap of a node with 1,000 running jobs", "memory", "heap", " MB", 512);
    all.small("resident memory of `up`, idle, PostgreSQL apart", "memory", "resident", " MB", 350);
    return all.claims;
  }

  /** So many times the fastest peer. */
  private void faster(String what, String workload, String figure, double bar) {
    Optional<Entrant> peer =
        measured(workload, figure)
            .max(Comparator.comparingDouble(e -> results.median(workload, e, figure)));
    versus(what, workload, figure, peer, RATE, true, bar);
  }

  /** Below the fastest peer. */
  private void sooner(String what, String figure) {
    Optional<Entrant> peer =
        measured("latency", figure)
            .min(Comparator.comparingDouble(e -> results.median("latency", e, figure)));
    versus(what, "latency", figure, peer, MILLIS, false, 1);
  }

  private void versus(
      String what,
      String workload,
      String figure,
      Optional<Entrant> peer,
      String unit,
      boolean atLeast,
      double bar) {
    double ratio =
        results.median(workload, Entrant.ROTA, figure)
            / peer.map(e -> results.median(workload, e, figure)).orElse(Double.NaN);
    String beside = peer.map(e -> e.label() + ": " + spread(workload, e, figure, unit)).orElse("");
    claims.add(
        new Claim(what, spread(workload, Entrant.ROTA, figure, unit), beside, ratio, atLeast, bar));
  }

  private void besideRaw() {
    versus(
        "the same drain beside its raw SQL",
        "drain",
        "rate",
        Optional.of(Entrant.RAW).filter(e -> !results.rounds("drain", e, "rate").isEmpty()),
        RATE,
        true,
        0.6);
  }

  /** So much of its own speed when nothing is in the way. */
  private void held(
      String what, String workload, String figure, String base, String words, double bar) {
    double ratio =
        results.median(workload, Entrant.ROTA, figure)
            / results.median(workload, Entrant.ROTA, base);
    claims.add(
        Claim.atLeast(
            what,
            spread(workload, Entrant.ROTA, figure, RATE),
            words + ": " + spread(workload, Entrant.ROTA, base, RATE),
            ratio,
            bar));
  }

  private void small(String what, String workload, String figure, String unit, double bar) {
    claims.add(
        Claim.atMost(
            what,
            spread(workload, Entrant.ROTA, figure, unit),
            "",
            results.median(workload, Entrant.ROTA, figure),
            bar));
  }

  private Stream<Entrant> measured(String workload, String figure) {
    return Entrant.PEERS.stream().filter(e -> !results.rounds(workload, e, figure).isEmpty());
  }

  /** The median, and the least and the most of several rounds. */
  private String spread(String workload, Entrant entrant, String figure, String unit) {
    List<Double> rounds = results.rounds(workload, entrant, figure);
    if (rounds.isEmpty()) {
      return "–";
    }
    String median = Figures.of(Figures.median(rounds)) + unit;
    return rounds.size() == 1
        ? median
        : "%s (%s–%s)"
            .formatted(
                median,
                Figures.of(Figures.percentile(rounds, 0)),
                Figures.of(Figures.percentile(rounds, 100)));
  }
}
