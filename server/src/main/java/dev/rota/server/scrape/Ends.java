package dev.rota.server.scrape;

import dev.rota.Claim;
import dev.rota.Job;
import dev.rota.JobState;
import dev.rota.Outcome;
import dev.rota.Report;
import dev.rota.Usage;
import dev.rota.Verdict;
import dev.rota.engine.Engine;
import dev.rota.engine.Holder;
import dev.rota.engine.Holding;
import java.util.List;
import java.util.Set;

/** Ends are how the executions of scrape jobs end: by their worker's word, or by hand. */
record Ends(Engine engine) {

  /** Reports an outcome under the fence of the holding. */
  void report(Holding holding, Outcome outcome, Usage usage) {
    Long fence = holding.fence();
    if (fence == null) {
      throw lost(holding);
    }
    Report report = new Report(holding.job(), fence, outcome, usage);
    Verdict verdict =
        engine.leases().exchange(holder(holding), List.of(report), Claim.NOTHING).verdicts().get(0);
    if (verdict == Verdict.FENCED) {
      throw lost(holding);
    }
  }

  /**
   * Cancels a job. A scrape worker cannot be asked to stop, so one that runs ends at once; its
   * worker hears of it with its next update.
   */
  void cancel(Job job, String actor) {
    if (job.state() == JobState.CANCELLED) {
      return;
    }
    if (engine.jobs().cancel(job.id(), actor).state() == JobState.RUNNING) {
      Holding holding = engine.notes().holdings(List.of(job.id())).get(job.id());
      if (holding != null) {
        report(holding, new Outcome.Cancelled(), Usage.NONE);
      }
    }
  }

  /** The worker of a holding, as the leases know it. */
  static Holder holder(Holding holding) {
    String name = holding.worker() == null ? Caller.NAMELESS : holding.worker();
    return new Holder(0, name, Set.of(), ClaimRoutes.LEASE);
  }

  /** What is told to somebody who does not have the job, or no longer. */
  Conflict lost(Holding holding) {
    String state = engine.jobs().get(holding.job()).map(job -> job.state().word()).orElse("gone");
    return new Conflict(
        "Job is not held by this worker",
        "The job is "
            + state
            + (holding.worker() == null ? "" : "; it was last claimed by " + holding.worker()));
  }
}
