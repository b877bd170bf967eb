package dev.rota.worker;

import dev.rota.JobSource;
import java.time.Duration;

/**
 * A Scout waits at the source while it has nothing for the worker, so that no pump must. A source
 * that hints of work again and again when there is none to claim is believed more slowly.
 */
final class Scout implements Loop.Step {
  private static final int TRUSTED = 4;
  private static final long DOUBT_MAX_MILLIS = 50;

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
    boolean hinted = true;
    try {
      hinted = source.awaitWork(poll);
      doubt(hinted);
    } finally {
      board.hint(hinted);
    }
    return true;
  }

  /** Waits a little if the last hints led to nothing. */
  private void doubt(boolean hinted) throws InterruptedException {
    long now = board.claimed();
    vain = hinted && now == claimed ? vain + 1 : 0;
    claimed = now;
    if (vain > TRUSTED) {
      Thread.sleep(Math.min(DOUBT_MAX_MILLIS, 1L << Math.min(vain - TRUSTED, 10)));
    }
  }
}
