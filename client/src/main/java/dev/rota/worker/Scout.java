package dev.rota.worker;

import dev.rota.JobSource;
import java.time.Duration;

/**
 * A Scout waits at the source while it has nothing for the worker, so that no pump must. A source
 * that hints of work again and again when there is none to claim is believed more slowly.
 */
final class Scout implements Loop.Step {
  private static final long DOUBT_MAX_MILLIS = 100;

  private final JobSource source;
  private final Board board;
  private final Duration poll;
  private long claimed;
  private int vain;

  Scout(JobSource source, Board board, Duration poll) {
    this.source = source;
    this.board = board;
    this.poll = poll;
  }

  @Override
  public boolean run() throws InterruptedException {
    board.awaitDry();
    doubt();
    long before = System.nanoTime();
    try {
      source.awaitWork(poll);
    } finally {
      boolean early = System.nanoTime() - before < poll.toNanos() / 2;
      vain = early ? vain + 1 : 0;
      board.hint();
    }
    return true;
  }

  private void doubt() throws InterruptedException {
    long now = board.stats().claimed();
    if (now != claimed) {
      claimed = now;
      vain = 0;
    } else if (vain > 2) {
      Thread.sleep(Math.min(DOUBT_MAX_MILLIS, 1L << Math.min(vain - 2, 10)));
    }
  }
}
