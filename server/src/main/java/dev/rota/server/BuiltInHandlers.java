package dev.rota.server;

import dev.rota.worker.DoNotRetry;
import dev.rota.worker.JobContext;
import dev.rota.worker.WorkerBuilder;
import org.jspecify.annotations.Nullable;

/**
 * BuiltInHandlers are for kinds that every node can do: they do nothing useful, and so an
 * installation can be tried out before there is a worker of one's own.
 */
public final class BuiltInHandlers {

  private BuiltInHandlers() {}

  public static WorkerBuilder addTo(WorkerBuilder worker) {
    return worker
        .handle("rota.echo", JobContext::payload)
        .handle("rota.sleep", BuiltInHandlers::sleep)
        .handle("rota.fail", BuiltInHandlers::fail);
  }

  /** Sleeps for as many milliseconds as the payload says. */
  private static @Nullable String sleep(JobContext job) throws InterruptedException {
    Thread.sleep(millis(job.payload()));
    return null;
  }

  private static long millis(String payload) {
    try {
      return Math.max(0, Long.parseLong(payload.strip()));
    } catch (NumberFormatException e) {
      throw new DoNotRetry(
          "The payload of rota.sleep must be a number of milliseconds: " + payload, e);
    }
  }

  private static String fail(JobContext job) {
    throw new IllegalStateException(
        "A job of the kind rota.fail fails, as it was asked to: " + job.payload());
  }
}
