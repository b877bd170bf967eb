package dev.rota.engine;

import dev.rota.NewJob;
import dev.rota.RotaException;
import dev.rota.SourceUnavailable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An EnqueueBatcher lets callers that come at the same time share a commit: whoever finds the place
 * free stores all that is waiting, the others wait for it. A caller on its own waits for nobody.
 */
final class EnqueueBatcher {
  private static final int MOST = 500;

  private final Function<List<NewJob>, List<Enqueued>> store;
  private final ConcurrentLinkedQueue<Waiting> queue = new ConcurrentLinkedQueue<>();
  private final Semaphore place = new Semaphore(1);

  EnqueueBatcher(Function<List<NewJob>, List<Enqueued>> store) {
    this.store = store;
  }

  private record Waiting(NewJob job, CompletableFuture<Enqueued> answer) {}

  Enqueued enqueue(NewJob job) {
    Waiting mine = new Waiting(job, new CompletableFuture<>());
    queue.add(mine);
    flush(mine);
    try {
      return mine.answer().join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RotaException refused ? refused : e;
    }
  }

  /** Stores what waits until the caller has its answer; what is left then goes on without it. */
  private void flush(@Nullable Waiting mine) {
    while (!queue.isEmpty() && place.tryAcquire()) {
      try {
        flushOnce();
      } finally {
        place.release();
      }
      if (mine != null && mine.answer().isDone() && !queue.isEmpty()) {
        Thread.startVirtualThread(() -> flush(null));
        return;
      }
    }
  }

  private void flushOnce() {
    List<Waiting> batch = new ArrayList<>();
    for (Waiting next; batch.size() < MOST && (next = queue.poll()) != null; ) {
      batch.add(next);
    }
    if (batch.isEmpty()) {
      return;
    }
    RuntimeException refused = store(batch);
    if (refused instanceof SourceUnavailable || (refused != null && batch.size() == 1)) {
      batch.forEach(one -> one.answer().completeExceptionally(refused));
    } else if (refused != null) {
      // One of them is to blame: each on its own, so that only that one fails.
      batch.forEach(this::storeAlone);
    }
  }

  private void storeAlone(Waiting one) {
    RuntimeException refused = store(List.of(one));
    if (refused != null) {
      one.answer().completeExceptionally(refused);
    }
  }

  /** Stores and answers the batch; gives the error instead when that fails. */
  private @Nullable RuntimeException store(List<Waiting> batch) {
    try {
      List<Enqueued> answers = store.apply(batch.stream().map(Waiting::job).toList());
      for (int i = 0; i < batch.size(); i++) {
        batch.get(i).answer().complete(answers.get(i));
      }
      return null;
    } catch (RuntimeException e) {
      return e;
    } catch (Error e) {
      batch.forEach(one -> one.answer().completeExceptionally(e));
      throw e;
    }
  }
}
