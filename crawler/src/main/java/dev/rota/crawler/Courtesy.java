package dev.rota.crawler;

import dev.rota.pages.HostTurns;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Courtesy is what crawlers owe to each host, over all jobs of all nodes: one request at a time,
 * and a pause after each. The jobs of one crawler stand in line here; crawlers share {@link
 * HostTurns}.
 */
final class Courtesy {
  /** Nobody waits longer for a host that asked to be left alone: the job comes back instead. */
  static final Duration PATIENCE = Duration.ofMinutes(1);

  /** A node that dies in the middle of a request has others wait for so long. */
  private static final Duration LONGEST_REQUEST = Duration.ofMinutes(11);

  /** How soon to ask again whether another node is done: twice as late each time. */
  private static final long FIRST_LOOK_MILLIS = 10;

  private static final long LAST_LOOK_MILLIS = 500;

  private final Timer timer;
  private final HostTurns shared;
  private final String holder = UUID.randomUUID().toString();
  private final Map<String, Turn> turns = new HashMap<>();

  Courtesy(Timer timer, HostTurns shared) {
    this.timer = timer;
    this.shared = shared;
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
        take(host);
        try {
          return request.send();
        } finally {
          putOff(turn, pause);
          shared.free(host, holder, pause);
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
    shared.rest(host, length);
  }

  /** Waits until no other node asks the host. */
  private void take(String host) throws FetchFailure, InterruptedException {
    for (long look = FIRST_LOOK_MILLIS; ; look = Math.min(LAST_LOOK_MILLIS, 2 * look)) {
      HostTurns.Answer answer = shared.take(host, holder, LONGEST_REQUEST);
      if (answer.taken()) {
        return;
      }
      if (answer.resting().compareTo(PATIENCE) > 0) {
        throw busy(host, answer.resting());
      }
      timer.sleep(Duration.ofMillis(look));
    }
  }

  private static FetchFailure busy(String host, Duration left) {
    return FetchFailure.busy(
        host + " has asked to be left alone for " + left.toSeconds() + " s", left);
  }

  private void refuseIfLong(String host, Turn turn, Duration pause) throws FetchFailure {
    Duration left = Duration.ofNanos(left(turn));
    if (left.compareTo(pause) > 0 && left.compareTo(PATIENCE) > 0) {
      throw busy(host, left);
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
