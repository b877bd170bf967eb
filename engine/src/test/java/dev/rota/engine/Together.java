package dev.rota.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Together lets several threads do something at the same moment and collects what they say. */
public final class Together {
  private Together() {}

  /** What one of the threads does; the threads are numbered from 0. */
  public interface Part<T> {
    T run(int thread) throws Exception;
  }

  /** Gives the answers in the order of the threads; the first failure stops the others. */
  public static <T> List<T> run(int threads, Part<T> part) throws Exception {
    CountDownLatch start = new CountDownLatch(threads);
    try (var executor = Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
      var done = new ExecutorCompletionService<T>(executor);
      List<Future<T>> futures = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        int thread = i;
        futures.add(
            done.submit(() -> {
              start.countDown();
              start.await();
              return part.run(thread);
            }));
      }
      try {
        for (int i = 0; i < threads; i++) {
          done.take().get();
        }
      } catch (ExecutionException e) {
        executor.shutdownNow();
        throw e.getCause() instanceof Exception cause ? cause : e;
      }
      return futures.stream().map(Future::resultNow).toList();
    }
  }
}
