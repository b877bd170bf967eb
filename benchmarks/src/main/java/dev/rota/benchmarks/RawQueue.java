package dev.rota.benchmarks;

import dev.rota.benchmarks.contest.JobQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/** A RawQueue is the limit as a contestant: the engine's own statements in a bare loop. */
record RawQueue(Scratch database) implements JobQueue {
  @Override
  public void prepare() {
    database.migrate();
  }

  @Override
  public void enqueueAll(int jobs, String payload) {
    try (RotaQueue queue = new RotaQueue(database, "filler")) {
      queue.enqueueAll(jobs, payload);
    }
  }

  @Override
  public void enqueue(String payload) {
    throw new UnsupportedOperationException("the bare loop only drains");
  }

  @Override
  public Work work(Consumer<String> handler) throws Exception {
    RawSql raw = new RawSql(database);
    ExecutorService threads = Executors.newSingleThreadExecutor();
    Future<Boolean> drained =
        threads.submit(() -> {
          raw.drain(() -> handler.accept(""));
          return true;
        });
    return new Work() {
      @Override
      public void close() {
        threads.close();
        raw.close();
        if (drained.state() == Future.State.FAILED) {
          throw new IllegalStateException(drained.exceptionNow());
        }
      }
    };
  }

  @Override
  public void close() {}
}
