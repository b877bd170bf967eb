package dev.rota.server.scrape;

import dev.rota.Beat;
import dev.rota.Job;
import dev.rota.JobState;
import dev.rota.Outcome;
import dev.rota.Signal;
import dev.rota.Usage;
import dev.rota.engine.Engine;
import dev.rota.engine.Holding;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A JobUpdate carries out what somebody says of a job. Updates of a running job count as signs of
 * life of its worker; those of somebody who does not have it are refused.
 */
record JobUpdate(ScrapeQueue queue, Caller caller, UpdateBody body) {

  void apply(Job job) {
    ScrapeStatus status = ScrapeStatus.read(body.status());
    Integer priority = body.priority() == null ? null : NewScrapeJob.priority(body.priority());
    Holding holding = queue.holding(job.id());
    checkHolder(holding, status);
    if (job.state() == JobState.RUNNING) {
      applyToRunning(job, holding, status == null ? ScrapeStatus.RUNNING : status);
    } else {
      applyToIdle(job, holding, status);
    }
    if (priority != null) {
      engine().jobs().prioritize(job.id(), priority, caller.actor());
    }
  }

  private void applyToRunning(Job job, Holding holding, ScrapeStatus status) {
    note(holding);
    switch (status) {
      case RUNNING -> renew(holding);
      case COMPLETED -> ends().report(holding, new Outcome.Completed(stats(holding)), usage());
      case FAILED -> ends().report(holding, failure(), usage());
      case CANCELLED -> ends().cancel(job, caller.actor());
      case PENDING -> ends().report(holding, new Outcome.Released(), Usage.NONE);
    }
  }

  private void applyToIdle(Job job, Holding holding, @Nullable ScrapeStatus status) {
    switch (status) {
      case null -> describe(job, holding);
      case RUNNING -> start(job);
      // Accepted if it only repeats what is on record: the answer to the first copy was lost.
      case COMPLETED -> ends().report(holding, new Outcome.Completed(stats(holding)), usage());
      case FAILED -> ends().report(holding, failure(), usage());
      case CANCELLED -> cancel(job, holding);
      case PENDING -> reopen(job);
    }
  }

  /** The fence must be that of the lease; without one, the worker that is named must have it. */
  private void checkHolder(Holding holding, @Nullable ScrapeStatus status) {
    Long fence = caller.fence();
    String worker = caller.worker(body.workerId());
    if (worker == null && status == ScrapeStatus.RUNNING) {
      worker = body.workerInMetadata();
    }
    boolean isHolder =
        fence == null
            ? worker == null || holding.worker() == null || worker.equals(holding.worker())
            : fence.equals(holding.fence());
    boolean starts = fence == null && status == ScrapeStatus.RUNNING && isIdle(holding.job());
    if (!isHolder && !starts) {
      throw ends().lost(holding);
    }
  }

  private boolean isIdle(long job) {
    return queue.job(job).state() != JobState.RUNNING;
  }

  /** Writes down what the worker tells beside the status. */
  private void note(Holding holding) {
    long fence = Objects.requireNonNull(holding.fence());
    if (body.metadata() != null) {
      engine().notes().addMetadata(holding.job(), fence, body.metadata().json());
    }
    if (body.stats() != null) {
      engine().notes().progress(holding.job(), fence, body.progress(), body.stats().json());
    }
  }

  private void renew(Holding holding) {
    engine().workers().heard(Ends.holder(holding).name());
    Beat beat = new Beat(holding.job(), Objects.requireNonNull(holding.fence()), null, null);
    for (Signal signal : engine().leases().renew(Ends.holder(holding), List.of(beat))) {
      if (signal.kind() == Signal.Kind.CANCEL) {
        ends().report(holding, new Outcome.Cancelled(), Usage.NONE);
      }
      throw ends().lost(holding);
    }
  }

  /** Says something of a job that nobody runs. */
  private void describe(Job job, Holding holding) {
    if (body.stats() != null || body.errorMessage() != null) {
      throw ends().lost(holding);
    }
    if (body.metadata() != null) {
      engine().notes().addMetadata(job.id(), body.metadata().json(), caller.actor());
    }
  }

  /** A worker that begins without a claim takes the job by it. */
  private void start(Job job) {
    String named = caller.worker(body.workerId());
    String worker = named == null ? body.workerInMetadata() : named;
    new ClaimRoutes(queue).take(worker == null ? Caller.NAMELESS : worker, caller, job);
    note(queue.holding(job.id()));
  }

  /** A worker cancels what it runs, and so not this, unless it repeats itself; others may. */
  private void cancel(Job job, Holding holding) {
    boolean byWorker = caller.fence() != null || caller.worker(body.workerId()) != null;
    if (byWorker && holding.fence() != null) {
      ends().report(holding, new Outcome.Cancelled(), Usage.NONE);
    } else {
      ends().cancel(job, caller.actor());
    }
  }

  private void reopen(Job job) {
    if (job.state().isTerminal()) {
      engine().jobs().retry(job.id(), caller.actor());
    }
  }

  private @Nullable String stats(Holding holding) {
    return body.stats() == null ? holding.details() : body.stats().json();
  }

  private Outcome failure() {
    String message = body.errorMessage() == null ? "" : body.errorMessage();
    return new Outcome.Failed("Error", message, null, new Outcome.Retry.ByPolicy());
  }

  private Usage usage() {
    return new Usage(null, body.counters(), null, null, null);
  }

  private Engine engine() {
    return queue.engine();
  }

  private Ends ends() {
    return new Ends(engine());
  }
}
