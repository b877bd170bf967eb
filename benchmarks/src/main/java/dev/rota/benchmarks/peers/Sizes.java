package dev.rota.benchmarks.peers;

import java.util.List;

/**
 * Sizes are how large and how long everything is; times are in seconds.
 *
 * @param warmup how long jobs flow before anything is timed
 * @param jobs how many jobs are drained
 * @param longest after which a slow contestant has done enough
 * @param sustained how long jobs flow
 * @param single how long single calls are made
 * @param pings how many jobs are sent one by one to an idle worker
 * @param small the backlog that everybody is fast with
 * @param large Rota's large backlog
 * @param largeOfPeers the peers'
 * @param filling after which a slow contestant's large backlog is large enough
 * @param deep how long jobs flow with a backlog
 * @param pinned how long Rota's jobs flow while a transaction is held open
 * @param pinnedOfPeers how long the peers' do
 * @param window how much of the beginning and of the end is compared
 * @param queued how many jobs several nodes have before them
 * @param shared how long several nodes work at a stretch
 * @param logged how many jobs' WAL is measured
 * @param idle how long a node rests before its memory is read
 */
record Sizes(
    int warmup,
    int jobs,
    int longest,
    int sustained,
    int single,
    int pings,
    int small,
    int large,
    int largeOfPeers,
    int filling,
    int deep,
    int pinned,
    int pinnedOfPeers,
    int window,
    List<Integer> nodes,
    int queued,
    int shared,
    int logged,
    int idle) {

  static final Sizes FULL =
      new Sizes(
          20,
          200_000,
          30,
          60,
          8,
          1_000,
          10_000,
          10_000_000,
          1_000_000,
          240,
          15,
          600,
          120,
          60,
          List.of(2, 5, 10),
          1_600_000,
          10,
          20_000,
          30);

  static final Sizes QUICK =
      new Sizes(
          3,
          2_000,
          4,
          4,
          1,
          6,
          2_000,
          20_000,
          10_000,
          5,
          4,
          6,
          6,
          2,
          List.of(2),
          200_000,
          2,
          1_000,
          2);
}
