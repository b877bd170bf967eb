package dev.rota.benchmarks;

import java.time.Duration;

/**
 * A Scale is how large and how long the workloads are.
 *
 * @param rounds how often each side of a comparison runs
 * @param warmup how many jobs are drained before anything is timed
 * @param jobs how many jobs a drain or a bulk enqueue has
 * @param singles how many jobs the single callers enqueue altogether
 * @param flowWarmup how long jobs flow before a flow is timed
 * @param flow how long the flow with a pinned snapshot takes
 * @param window how much of its beginning and of its end is compared
 * @param small the backlog that claims are fast with
 * @param large the backlog that they must be as fast with
 * @param claims how many claims of each size are timed
 * @param stored how many jobs there are when pages are looked at
 * @param pings how many jobs are sent one by one to an idle node
 * @param bulk how many jobs a bulk operation has
 */
record Scale(
    int rounds,
    int warmup,
    int jobs,
    int singles,
    Duration flowWarmup,
    Duration flow,
    Duration window,
    int small,
    int large,
    int claims,
    int stored,
    int pings,
    int bulk) {

  static final Scale FULL =
      new Scale(
          5,
          100_000,
          100_000,
          4_000,
          Duration.ofSeconds(15),
          Duration.ofSeconds(60),
          Duration.ofSeconds(10),
          10_000,
          1_000_000,
          200,
          5_000_000,
          300,
          2_000_000);

  static final Scale QUICK =
      new Scale(
          3,
          50_000,
          50_000,
          1_000,
          Duration.ofSeconds(10),
          Duration.ofSeconds(20),
          Duration.ofSeconds(5),
          10_000,
          200_000,
          100,
          500_000,
          100,
          100_000);

  Scale withRounds(int other) {
    return new Scale(
        other,
        warmup,
        jobs,
        singles,
        flowWarmup,
        flow,
        window,
        small,
        large,
        claims,
        stored,
        pings,
        bulk);
  }

  Scale withBulk(int other) {
    return new Scale(
        rounds,
        warmup,
        jobs,
        singles,
        flowWarmup,
        flow,
        window,
        small,
        large,
        claims,
        stored,
        pings,
        other);
  }
}
