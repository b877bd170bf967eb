package dev.rota.engine.windows;

import dev.rota.JobState;
import java.time.Instant;
import java.util.List;

/**
 * A WhatIf is what a window would do to the jobs that are there now, if it were there.
 *
 * @param total how many jobs it would hold
 * @param first those of them that are due first
 */
public record WhatIf(long total, List<HeldJob> first) {
  public WhatIf {
    first = List.copyOf(first);
  }

  /**
   * A HeldJob is a job that could not start when it is due.
   *
   * @param dueAt when it could start without the window; now, if it is pending
   * @param until when the window would let it
   */
  public record HeldJob(
      long job, String queue, String kind, JobState state, Instant dueAt, Instant until) {}
}
