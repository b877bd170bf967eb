package dev.rota.worker;

import dev.rota.JobSource;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A Worker takes jobs from a source and runs their handlers, each on a virtual thread of its own
 * (or one of the system's, where what it takes is measured), until it is closed. An open worker
 * keeps its process alive.
 *
 * <pre>{@code
 * Worker worker = Worker.on(source)
 *     .queue("mail", 20)
 *     .run("welcome", job -> mailer.send(job.payload()))
 *     .start();
 * }</pre>
 */
public final class Worker implements AutoCloseable {
  private static final Logger LOG = System.getLogger(Worker.class.getName());
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
  private static final Duration WATCH_PAUSE = Duration.ofMillis(100);
  private static final Duration FLUSH = Duration.ofSeconds(5);
  private static final Duration LAST_EXCHANGE = Duration.ofSeconds(1);

  private final JobSource source;
  private final Pace pace;
  private final Events events;
  private final Board board;
  private final Reception reception;
  private final List<Loop> pumps = new ArrayList<>();
  private final List<Loop> others = new ArrayList<>();
  private final AtomicBoolean ending = new AtomicBoolean();
  private final CountDownLatch ended = new CountDownLatch(1);

  Worker(JobSource source, Settings settings) {
    this.source = source;
    this.pace = settings.pace();
    this.events = new Events(settings.listener());
    Duration lease = source.lease();
    this.board = new Board(settings, lease);
    Bench bench =
        new Bench(
            source,
            board,
            new Failures(settings.retries()),
            new Unconfirmed(),
            Threads.ofCaller(),
            events);
    this.reception = new Reception(bench);
    Outage outage = new Outage(events);
    for (int i = 1; i <= pace.pumps(); i++) {
      pumps.add(new Loop("pump-" + i, false, new Pump(bench), outage, LONGEST_PAUSE));
    }
    others.add(
        new Loop("scout", true, new Scout(source, board, pace.poll()), outage, LONGEST_PAUSE));
    others.add(new Loop("heart", true, new Heart(bench, pace, lease), outage, heartPause(lease)));
    others.add(
        new Loop(
            "watch",
            true,
            new Watch(source, board, events, pace.staleAfter(), lease),
            outage,
            WATCH_PAUSE));
  }

  /** A renewal is tried several times before the lease ends. */
  private static Duration heartPause(Duration lease) {
    Duration eighth = lease.dividedBy(8);
    return eighth.compareTo(LONGEST_PAUSE) < 0 ? eighth : LONGEST_PAUSE;
  }

  /** Begins the description of a worker on this source. The worker closes the source at its end. */
  public static WorkerBuilder on(JobSource source) {
    return new WorkerBuilder(source);
  }

  Worker start() {
    others.forEach(Loop::start);
    pumps.forEach(Loop::start);
    source.offerTo(reception);
    return this;
  }

  public WorkerStats stats() {
    return board.stats();
  }

  /**
   * Waits until nothing runs, everything is reported and the source has nothing to claim.
   *
   * @return false if that took longer than the time given
   */
  public boolean awaitIdle(Duration atMost) throws InterruptedException {
    return board.awaitIdle(atMost);
  }

  /**
   * Stops: claims nothing more, gives back what has not begun, lets handlers finish until the
   * deadline and cancels them then, reports everything and closes the source. A second call waits
   * for the first.
   */
  public void drain(Duration deadline) {
    boolean interrupted = false;
    if (ending.compareAndSet(false, true)) {
      try {
        interrupted = end(deadline);
      } finally {
        ended.countDown();
      }
    }
    try {
      ended.await();
    } catch (InterruptedException e) {
      interrupted = true;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Drains within the deadline that the builder was told, 30 s by default. */
  @Override
  public void close() {
    drain(pace.drainDeadline());
  }

  private boolean end(Duration deadline) {
    board.drain();
    boolean interrupted = awaitHandlers(deadline);
    board.running().forEach(Execution::drain);
    interrupted |= awaitHandlers(interrupted ? Duration.ZERO : pace.grace());
    board.running().forEach(Execution::abandon);
    interrupted |= flush();
    board.stop();
    interrupted |= stopLoops();
    closeSource();
    return interrupted;
  }

  private void closeSource() {
    try {
      source.close();
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "The source could not be closed", e);
    }
  }

  private boolean awaitHandlers(Duration atMost) {
    try {
      board.awaitQuiet(atMost);
      return false;
    } catch (InterruptedException e) {
      return true;
    }
  }

  private boolean flush() {
    boolean interrupted = false;
    boolean flushed = false;
    try {
      flushed = board.awaitFlushed(FLUSH);
    } catch (InterruptedException e) {
      interrupted = true;
    }
    if (!flushed) {
      LOG.log(
          Level.ERROR,
          "The worker ends without having reported everything; these jobs will be recovered when"
              + " their leases end reports="
              + board.unreported());
    }
    return interrupted;
  }

  private boolean stopLoops() {
    others.forEach(Loop::interrupt);
    pumps.forEach(Loop::stop);
    boolean interrupted = false;
    for (Loop pump : pumps) {
      try {
        pump.join(LAST_EXCHANGE);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    pumps.forEach(Loop::interrupt);
    return interrupted;
  }
}
