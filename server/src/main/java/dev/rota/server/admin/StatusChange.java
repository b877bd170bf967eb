package dev.rota.server.admin;

import dev.rota.Beat;
import dev.rota.Claim;
import dev.rota.Job;
import dev.rota.JobState;
import dev.rota.Outcome;
import dev.rota.Report;
import dev.rota.RotaException;
import dev.rota.Usage;
import dev.rota.Verdict;
import dev.rota.engine.Engine;
import dev.rota.engine.Holder;
import dev.rota.engine.Holding;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * A StatusChange puts a job into another status by hand. What the states of jobs do not allow is
 * refused with both.
 *
 * @param lease how long a job that was set to crawling stays so
 */
record StatusChange(CrawlQueue queue, Duration lease) {
  /** Who has a job that was set to crawling by hand. */
  static final String HOLDER = "admin";

  void apply(Job job, CrawlStatus status, String actor) {
    switch (status) {
      case QUEUED -> queue(job, actor);
      case CRAWLING -> crawl(job);
      case SUCCESS -> succeed(job);
      case FAILED -> fail(job, actor);
    }
  }

  private void queue(Job job, String actor) {
    switch (job.state()) {
      case PENDING, SCHEDULED -> {}
      case PAUSED -> engine().jobs().resume(job.id(), actor);
      case RUNNING -> report(job, new Outcome.Released());
      case COMPLETED, FAILED, CANCELLED -> engine().jobs().retry(job.id(), actor);
    }
  }

  private void crawl(Job job) {
    if (job.state() == JobState.RUNNING && HOLDER.equals(queue.holding(job.id()).worker())) {
      Holding holding = queue.holding(job.id());
      long fence = Objects.requireNonNull(holding.fence());
      engine().leases().renew(holder(holding), List.of(new Beat(job.id(), fence, null, null)));
    } else if (engine().picker().claim(admin(), job.id()).isEmpty()) {
      throw forbidden(queue.job(job.id()), JobState.RUNNING);
    }
  }

  private void succeed(Job job) {
    if (job.state() != JobState.RUNNING) {
      throw forbidden(job, JobState.COMPLETED);
    }
    report(job, new Outcome.Completed(null));
  }

  /** A job that has not begun cannot have failed: it is cancelled, which reads the same here. */
  private void fail(Job job, String actor) {
    if (job.state() == JobState.RUNNING) {
      report(
          job,
          new Outcome.Failed(
              "Error", "set to failed by " + actor, null, new Outcome.Retry.Never()));
    } else if (job.state().isTerminal()) {
      throw forbidden(job, JobState.FAILED);
    } else {
      engine().jobs().cancel(job.id(), actor);
    }
  }

  private void report(Job job, Outcome outcome) {
    Holding holding = queue.holding(job.id());
    Long fence = holding.fence();
    Report report = new Report(job.id(), Objects.requireNonNull(fence), outcome, Usage.NONE);
    Verdict verdict =
        engine()
            .leases()
            .exchange(holder(holding), List.of(report), Claim.NOTHING)
            .verdicts()
            .getFirst();
    if (verdict == Verdict.FENCED) {
      throw new RotaException("busy", "job " + job.id() + " keeps moving: try again");
    }
  }

  private Holder admin() {
    return engine().workers().remote(HOLDER, null, null, Set.of(), lease);
  }

  private Holder holder(Holding holding) {
    String name = holding.worker() == null ? HOLDER : holding.worker();
    return new Holder(0, name, Set.of(), lease);
  }

  private static RotaException forbidden(Job job, JobState to) {
    String waits = job.waitingOn() == null ? "" : " and waits: " + job.waitingOn();
    return new RotaException(
        "forbidden-transition",
        "job %d is %s%s and cannot become %s"
            .formatted(job.id(), job.state().word(), waits, to.word()));
  }

  private Engine engine() {
    return queue.engine();
  }
}
