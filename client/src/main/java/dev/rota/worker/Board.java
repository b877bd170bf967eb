package dev.rota.worker;

import dev.rota.JobSource.Exchange;
import dev.rota.Lease;
import dev.rota.Outcome;
import dev.rota.Report;
import dev.rota.Verdict;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A Board is the one place where a worker's threads meet: what runs, what waits for a slot, what is
 * to be reported. One lock guards it all and is never held across a call of the source, a handler
 * or a listener.
 */
final class Board {
  private final ReentrantLock lock = new ReentrantLock();

  /** For pumps: there may be something to report or to ask for. */
  private final Condition work = lock.newCondition();

  /** For the scout: the source had nothing. */
  private final Condition dry = lock.newCondition();

  /** For the watch: something times out before its next tick. */
  private final Condition tick = lock.newCondition();

  /** For those who wait until the worker is done with something. */
  private final Condition calm = lock.newCondition();

  private final Lanes lanes;
  private final Roster running = new Roster();
  private final ArrayDeque<Report> outbox = new ArrayDeque<>();
  private final List<Lease> released = new ArrayList<>();
  private final Traffic traffic;
  private final Tally tally = new Tally();
  private final int batch;
  private final long leaseNanos;
  private final long staleNanos;
  private int exchanges;
  private long hints;
  private long nextTick = System.nanoTime();
  private boolean draining;
  private boolean suspended;
  private boolean stopped;

  /**
   * @param lease how long a lease lasts; the last fifth of it is left to handlers for their end
   */
  Board(Settings settings, Duration lease) {
    this.lanes = new Lanes(settings);
    this.batch = settings.pace().batch();
    this.traffic = new Traffic(batch);
    this.leaseNanos = lease.toNanos() / 5 * 4;
    this.staleNanos = Math.min(settings.pace().staleAfter().toNanos(), leaseNanos);
  }

  // ---- the pumps ----

  /** Waits until there is something to report or to ask for; null when the worker has ended. */
  @Nullable Turn next() throws InterruptedException {
    lock.lock();
    try {
      long patience = Traffic.GATHER_NANOS;
      while (!stopped) {
        List<Ask> asks = asks();
        if (outbox.isEmpty() && asks.isEmpty()) {
          patience = Traffic.GATHER_NANOS;
          work.await();
        } else if (patience > 0 && traffic.gathers(outbox.size(), asks, !isQuiet())) {
          patience = work.awaitNanos(patience);
        } else {
          return take(asks);
        }
      }
      return null;
    } finally {
      lock.unlock();
    }
  }

  private List<Ask> asks() {
    return mayAsk() ? lanes.asks(traffic.exchangeNanos(), batch) : List.of();
  }

  private boolean mayAsk() {
    return !draining && !suspended;
  }

  private boolean isQuiet() {
    return running.isEmpty() && lanes.waiting() == 0;
  }

  private Turn take(List<Ask> asks) {
    List<Report> reports = new ArrayList<>(Math.min(batch, outbox.size()));
    while (reports.size() < batch && !outbox.isEmpty()) {
      reports.add(outbox.removeFirst());
    }
    Turn turn = Turn.of(reports, asks, batch, hints);
    asks.forEach(Ask::open);
    exchanges++;
    if (!outbox.isEmpty() || turn.claim().max() == batch) {
      work.signal();
    }
    return turn;
  }

  /** The source has answered: takes in what arrived, and says which calls may start. */
  List<Call> exchanged(Turn turn, Exchange answer, List<Execution> arrived, long sent) {
    lock.lock();
    try {
      long now = System.nanoTime();
      int leases = answer.leases().size();
      close(turn);
      traffic.exchanged(turn, leases, sent, now);
      if (leases < turn.claim().max() && turn.hint() == hints) {
        markDry(turn.asks(), answer.leases());
      }
      tally.claimed += leases;
      return takeIn(arrived, now);
    } finally {
      lock.unlock();
    }
  }

  private List<Call> takeIn(List<Execution> arrived, long now) {
    if (draining) {
      arrived.forEach(execution -> giveBack(execution.lease()));
    } else {
      arrived.forEach(lanes::add);
    }
    return begin(now);
  }

  private void markDry(List<Ask> asks, List<Lease> leases) {
    Set<String> came = new HashSet<>();
    leases.forEach(lease -> came.add(lease.queue()));
    for (Ask ask : asks) {
      if (!came.contains(ask.queue().name)) {
        ask.markDry();
        dry.signal();
      }
    }
  }

  /** The exchange did not work out: these reports are sent again. */
  void failed(Turn turn, List<Report> again) {
    change(() -> {
      close(turn);
      again.reversed().forEach(outbox::addFirst);
      work.signal();
    });
  }

  /** The source does not even take the claim: asks for this no more until there is a hint. */
  void refused(Turn turn) {
    change(() -> markDry(turn.asks(), List.of()));
  }

  private void close(Turn turn) {
    turn.asks().forEach(Ask::close);
    ended();
  }

  private void ended() {
    exchanges--;
    calm.signalAll();
  }

  /** Counts what became of reports. */
  void judged(List<Verdict> verdicts) {
    long late = verdicts.stream().filter(verdict -> verdict == Verdict.FENCED).count();
    if (late > 0) {
      change(() -> tally.fenced += late);
    }
  }

  // ---- the reception ----

  /**
   * Keeps places for jobs that the source hands over without being asked; none if the source may
   * have others that would come first.
   */
  int keep(Lane lane, int jobs) {
    lock.lock();
    try {
      int places = mayAsk() ? Math.max(0, Math.min(jobs, lane.free())) : 0;
      if (places > 0) {
        lane.keep(places);
        exchanges++;
      }
      return places;
    } finally {
      lock.unlock();
    }
  }

  /** The source has handed over what it had for the places kept, and says which calls may start. */
  List<Call> handed(Lane lane, int places, List<Execution> arrived) {
    lock.lock();
    try {
      lane.keep(-places);
      ended();
      tally.claimed += arrived.size();
      return takeIn(arrived, System.nanoTime());
    } finally {
      lock.unlock();
    }
  }

  // ---- executions ----

  /** Where a lease belongs; null if nothing here takes it. */
  @Nullable Lane lane(Lease lease) {
    return lanes.of(lease);
  }

  @Nullable Lane lane(String queue, String kind) {
    return lanes.of(queue, kind);
  }

  /** An execution has ended: frees its place, and says which calls may start now. */
  List<Call> settled(Execution execution, @Nullable Outcome outcome, @Nullable Report report) {
    lock.lock();
    try {
      long now = System.nanoTime();
      running.remove(execution);
      execution.leaveCall(now);
      tally.count(outcome);
      if (report != null) {
        outbox.addLast(report);
      }
      List<Call> next = begin(now);
      boolean last = isQuiet();
      if (last || report == null || outbox.size() == 1 || outbox.size() == batch) {
        work.signal();
      }
      if (last) {
        calm.signalAll();
      }
      return next;
    } finally {
      lock.unlock();
    }
  }

  private List<Call> begin(long now) {
    if (now - nextTick > staleNanos) {
      // The process stood still: what waits may have lost its lease since.
      giveBackStale(now);
    }
    List<Call> calls = new ArrayList<>();
    lanes.begin((lane, executions) -> {
      Call call = new Call(lane, executions, now);
      executions.forEach(execution -> enter(execution, call, now));
      calls.add(call);
    });
    return calls;
  }

  private void enter(Execution execution, Call call, long now) {
    execution.assign(call);
    running.add(execution);
    long left = execution.nanosLeft(now);
    if (left != Long.MAX_VALUE && now + left - nextTick < 0) {
      tick.signal();
    }
  }

  List<Execution> running() {
    return read(running::all);
  }

  void report(List<Report> reports) {
    change(() -> {
      outbox.addAll(reports);
      work.signal();
    });
  }

  /** Gives back jobs that nothing was done for. */
  void giveBack(List<Lease> leases) {
    change(() -> leases.forEach(this::giveBack));
  }

  private void giveBack(Lease lease) {
    Outcome outcome = new Outcome.Released();
    tally.count(outcome);
    outbox.addLast(Report.of(lease, outcome));
    released.add(lease);
    work.signal();
  }

  private void giveBackStale(long now) {
    for (Execution stale : lanes.removeWhile(one -> now - one.arrivedAt >= staleNanos)) {
      stale.lane.stalled(staleNanos);
      giveBack(stale.lease());
    }
  }

  // ---- the scout ----

  void awaitDry() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (!lanes.anyDry() || !mayAsk()) {
        dry.await();
      }
    } finally {
      lock.unlock();
    }
  }

  /** There may be work for every lane: the source said so, or it was not asked for long. */
  void hint(boolean said) {
    change(() -> {
      hints++;
      lanes.wet(said);
      work.signal();
    });
  }

  // ---- the watch and the heart ----

  /**
   * Waits for at most so long, or until the next timeout, then looks for what has run too long and
   * what has not been renewed for too long, and gives back what has waited too long.
   */
  Findings watch(long tickNanos) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      awaitTick(tickNanos);
      long now = System.nanoTime();
      List<Execution> lost = running.all(one -> one.leaseAge(now) >= leaseNanos);
      List<Execution> timedOut = running.all(one -> one.nanosLeft(now) <= 0);
      suspended |= !lost.isEmpty();
      giveBackStale(now);
      List<Execution> limited = running.all(Execution::isLimited);
      Findings found = new Findings(lost, timedOut, limited, List.copyOf(released));
      released.clear();
      return found;
    } finally {
      lock.unlock();
    }
  }

  private void awaitTick(long tickNanos) throws InterruptedException {
    long now = System.nanoTime();
    long end = now + tickNanos;
    while (true) {
      long left = running.nanosToTimeout(now, end - now);
      nextTick = now + left;
      if (left <= 0) {
        return;
      }
      tick.awaitNanos(left);
      now = System.nanoTime();
    }
  }

  boolean isSuspended() {
    return read(() -> suspended);
  }

  /** A renewal went through: claims may go on. */
  void resume() {
    change(() -> {
      if (suspended) {
        suspended = false;
        work.signal();
        dry.signal();
      }
    });
  }

  // ---- the end ----

  /** Asks for nothing more, and gives back what waits. */
  void drain() {
    change(() -> {
      draining = true;
      lanes.removeWhile(one -> true).forEach(execution -> giveBack(execution.lease()));
      work.signalAll();
    });
  }

  void stop() {
    change(() -> {
      stopped = true;
      work.signalAll();
    });
  }

  /** Waits until no handler runs. */
  boolean awaitQuiet(Duration atMost) throws InterruptedException {
    return await(running::isEmpty, atMost);
  }

  /** Waits until everything is reported. */
  boolean awaitFlushed(Duration atMost) throws InterruptedException {
    return await(() -> outbox.isEmpty() && exchanges == 0, atMost);
  }

  /** Waits until nothing runs, everything is reported, and the source has nothing to claim. */
  boolean awaitIdle(Duration atMost) throws InterruptedException {
    hint(true);
    return await(this::isIdle, atMost);
  }

  private boolean isIdle() {
    return isQuiet()
        && outbox.isEmpty()
        && exchanges == 0
        && (draining || !suspended)
        && asks().isEmpty();
  }

  private boolean await(BooleanSupplier condition, Duration atMost) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long left = atMost.toNanos();
      while (!condition.getAsBoolean()) {
        if (left <= 0) {
          return false;
        }
        left = calm.awaitNanos(left);
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  int unreported() {
    return read(outbox::size);
  }

  WorkerStats stats() {
    return read(() -> tally.stats(lanes.stats()));
  }

  long claimed() {
    return read(() -> tally.claimed);
  }

  private void change(Runnable change) {
    lock.lock();
    try {
      change.run();
    } finally {
      lock.unlock();
    }
  }

  private <T> T read(Supplier<T> value) {
    lock.lock();
    try {
      return value.get();
    } finally {
      lock.unlock();
    }
  }
}
