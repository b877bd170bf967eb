package dev.rota.peers;

import dev.rota.benchmarks.contest.Protocol;

/** The Contestant is one of the peers as a program that is asked by the protocol. */
public final class Contestant {
  private Contestant() {}

  /** Serves {@code db-scheduler}, {@code jobrunr} or {@code quartz}. */
  public static void main(String[] args) throws Exception {
    Protocol.serve(
        switch (args[0]) {
          case "db-scheduler" -> url -> new DbSchedulerQueue(Pool.to(url));
          case "jobrunr" -> url -> new JobRunrQueue(Pool.to(url));
          case "quartz" -> QuartzQueue::new;
          default -> throw new IllegalArgumentException("unknown: " + args[0]);
        });
  }
}
