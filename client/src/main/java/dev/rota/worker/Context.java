package dev.rota.worker;

import dev.rota.Beat;
import dev.rota.Lease;
import dev.rota.Outcome;
import dev.rota.Usage;
import java.sql.Connection;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A Context is an execution as its handler sees it, and keeps what the handler says. Most handlers
 * say nothing, so what keeps it is made when it is needed.
 */
final class Context implements BatchJob {
  private final Execution execution;
  private @Nullable Meter meter;
  private @Nullable Progress progress;

  Context(Execution execution) {
    this.execution = execution;
  }

  @Override
  public Lease lease() {
    return execution.lease();
  }

  // ---- progress and usage ----

  @Override
  public synchronized void progress(int percent, @Nullable String message) {
    progress = progress == null ? new Progress() : progress;
    progress.set(percent, message);
  }

  /** A beat that carries the progress if it changed, or if it was not said for so long. */
  synchronized Beat beat(long now, long repeatNanos) {
    return progress == null
        ? new Beat(job(), fence(), null, null)
        : progress.beat(lease(), now, repeatNanos);
  }

  /** The last beat did not arrive: what it said is said again. */
  synchronized void unsaid() {
    if (progress != null) {
      progress.unsaid();
    }
  }

  private synchronized Meter meter() {
    meter = meter == null ? new Meter() : meter;
    return meter;
  }

  synchronized Usage usage(Duration ran) {
    return meter == null ? Usage.took(ran) : meter.read(ran);
  }

  @Override
  public void count(String counter, long n) {
    meter().count(counter, n);
  }

  @Override
  public void cpuTime(Duration used) {
    meter().cpuTime(used);
  }

  void measured(Duration cpu) {
    meter().measured(cpu);
  }

  @Override
  public void memoryPeak(int megabytes) {
    meter().memoryPeak(megabytes);
  }

  @Override
  public void metadata(String jsonObject) {
    meter().metadata(jsonObject);
  }

  // ---- cancellation and time ----

  @Override
  public boolean isCancelled() {
    return execution.stopped() != null;
  }

  @Override
  public void throwIfCancelled() {
    Stop why = execution.stopped();
    if (why != null) {
      throw new JobCancelled(why.message);
    }
  }

  @Override
  public void onCancel(Runnable action) {
    execution.onStop(action);
  }

  @Override
  public @Nullable Duration remaining() {
    if (lease().timeout() == null) {
      return null;
    }
    return Duration.ofNanos(Math.max(0, execution.nanosLeft(System.nanoTime())));
  }

  // ---- its end ----

  @Override
  public void complete(@Nullable String result) {
    execution.settle(new Outcome.Completed(result));
  }

  @Override
  public void fail(Throwable error) {
    execution.settle(execution.failed(error));
  }

  @Override
  public void completeIn(Connection connection, @Nullable String result) {
    execution.record(connection, new Outcome.Completed(result));
  }

  @Override
  public void failIn(Connection connection, Throwable error) {
    execution.record(connection, execution.failed(error));
  }
}
