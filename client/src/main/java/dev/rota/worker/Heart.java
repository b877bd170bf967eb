package dev.rota.worker;

import dev.rota.Beat;
import dev.rota.Signal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A Heart renews the leases of the running executions, tells their progress, and hands on what the
 * source signals. It beats often, since that is how a cancellation gets here.
 */
final class Heart implements Loop.Step {
  private final Bench bench;
  private final long everyMillis;
  private final long repeatNanos;
  private final long leaseNanos;

  Heart(Bench bench, Pace pace, Duration lease) {
    this.bench = bench;
    this.everyMillis = Math.max(1, Math.min(pace.beatEvery().toMillis(), lease.toMillis() / 4));
    this.repeatNanos = pace.progressEvery().toNanos();
    this.leaseNanos = lease.toNanos();
  }

  @Override
  public boolean run() throws InterruptedException {
    Thread.sleep(everyMillis);
    long sent = System.nanoTime();
    List<Execution> alive = new ArrayList<>();
    List<Beat> beats = new ArrayList<>(bench.unconfirmed().beats());
    for (Execution execution : bench.board().running()) {
      Beat beat = execution.beat(sent, repeatNanos);
      if (beat != null) {
        alive.add(execution);
        beats.add(beat);
      }
    }
    if (!beats.isEmpty() || bench.board().isSuspended()) {
      renew(alive, beats, sent);
    }
    return true;
  }

  private void renew(List<Execution> alive, List<Beat> beats, long sent) {
    List<Signal> signals;
    try {
      signals = bench.source().renew(beats);
    } catch (Throwable e) {
      alive.forEach(execution -> execution.context.unsaid());
      throw e;
    }
    alive.forEach(execution -> execution.renewed(sent));
    bench.board().resume();
    if (!signals.isEmpty()) {
      hand(signals, alive);
    }
    List<Execution> overdue = bench.unconfirmed().overdue(signals, sent, leaseNanos);
    if (!overdue.isEmpty()) {
      bench.board().report(overdue.stream().map(Execution::uncommitted).toList());
    }
  }

  private static void hand(List<Signal> signals, List<Execution> alive) {
    Map<Long, Execution> byFence = new HashMap<>();
    alive.forEach(execution -> byFence.put(execution.lease().fence(), execution));
    for (Signal signal : signals) {
      Execution execution = byFence.get(signal.fence());
      if (execution != null && execution.lease().job() == signal.job()) {
        switch (signal.kind()) {
          case CANCEL -> execution.cancel();
          case LOST -> execution.lose();
        }
      }
    }
  }
}
