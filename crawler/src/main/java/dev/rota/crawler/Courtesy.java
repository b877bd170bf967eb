package dev.rota.crawler;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Courtesy is what one crawler owes to each host, over all of its jobs: one request at a time, and
 * a pause after each.
 */
final class Courtesy {
  /** Nobody waits longer for a host that asked to be left alone: the job comes back instead. */
  static final Duration PATIENCE = Duration.ofMinutes(1);

  private final Timer timer;
  private final Map<String, Turn> turns = new HashMap<>();

  Courtesy(Timer timer) {
    this.timer = timer;
  }

  /** A Turn is one host's line: first come, first served. */
  private static final class Turn {
    final ReentrantLock line = new ReentrantLock(true);
    int waiting;
    volatile long freeAt;

    Turn(long now) {
      this.freeAt = now;
    }
  }

  /** A Request is what is done when its turn has come. */
  @FunctionalInterface
  interface Request<T> {
    T send() throws FetchFailure, InterruptedException;
  }

  /** Waits for the host's turn and pause, sends the request, and has the next one wait as long. */
  <T> T inTurn(String host, Duration pause, Request<T> request)
      throws FetchFailure, InterruptedException {
    Turn turn = enter(host);
    try {
      turn.line.lockInterruptibly();
      try {
        refuseIfLong(host, turn, pause);
        await(turn);
        try {
          return request.send();
        } finally {
          putOff(turn, pause);
        }
      } finally {
        turn.line.unlock();
      }
    } finally {
      leave(turn);
    }
  }

  /** Leaves a host alone for so long, as it has asked. */
  void rest(String host, Duration length) {
    Turn turn = enter(host);
    putOff(turn, length);
    leave(turn);
  }

  private void refuseIfLong(String host, Turn turn, Duration pause) throws FetchFailure {
    Duration left = Duration.ofNanos(left(turn));
    if (left.compareTo(pause) > 0 && left.compareTo(PATIENCE) > 0) {
      throw FetchFailure.busy(
          host + " has asked to be left alone for " + left.toSeconds() + " s", left);
    }
  }

  private void await(Turn turn) throws InterruptedException {
    for (long left = left(turn); left > 0; left = left(turn)) {
      timer.sleep(Duration.ofNanos(left));
    }
  }

  private long left(Turn turn) {
    return turn.freeAt - timer.nanos();
  }

  private synchronized void putOff(Turn turn, Duration length) {
    long later = timer.nanos() + length.toNanos();
    if (later - turn.freeAt > 0) {
      turn.freeAt = later;
    }
  }

  private synchronized Turn enter(String host) {
    turns.values().removeIf(turn -> turn.waiting == 0 && left(turn) <= 0);
    Turn turn = turns.computeIfAbsent(host, name -> new Turn(timer.nanos()));
    turn.waiting++;
    return turn;
  }

  private synchronized void leave(Turn turn) {
    turn.waiting--;
  }
}
