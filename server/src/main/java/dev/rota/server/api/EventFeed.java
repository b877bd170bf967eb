package dev.rota.server.api;

import static java.lang.System.Logger.Level.DEBUG;

import dev.rota.RotaException;
import dev.rota.engine.Event;
import dev.rota.engine.EventLog;
import dev.rota.engine.QueuePulse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * An EventFeed is what all streams of a node share: it looks for news once a second, however many
 * listen and whatever happens, and keeps the last thousand events. Who is further behind than that
 * reads on in the log.
 */
public final class EventFeed implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(EventFeed.class.getName());
  private static final Duration EVERY = Duration.ofSeconds(1);
  private static final Duration SETTLED = Duration.ofSeconds(5);
  private static final int KEPT = 1_000;
  private static final int MOST_STREAMS = 200;

  private final EventLog log;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition news = lock.newCondition();
  private final Deque<Event> recent = new ArrayDeque<>();
  private final Set<Long> seen = new HashSet<>();
  private long end;
  private long newest;
  private long settled;
  private long next;
  private long nextSettledAt;
  private long lookedAt;
  private int streams;
  private Figures figures = new Figures(Instant.EPOCH, Instant.EPOCH, List.of());
  private volatile boolean closed;

  public EventFeed(EventLog log) {
    this.log = log;
  }

  /** Figures are what happened to the jobs of each queue after one instant, up to another. */
  record Figures(Instant from, Instant to, List<QueuePulse> queues) {}

  /**
   * A Batch is what is new to one stream.
   *
   * @param end its place in the feed afterwards
   * @param newest the highest id of an event that the feed has seen
   * @param behind whether the feed no longer has all that is new to it
   */
  record Batch(List<Event> events, Figures figures, long end, long newest, boolean behind) {}

  boolean isOpen() {
    return !closed;
  }

  /** Adds a stream; gives its place in the feed. */
  Batch join() {
    lock.lock();
    try {
      if (streams >= MOST_STREAMS) {
        throw new RotaException(
            "too-many-streams", "this node has " + MOST_STREAMS + " streams of events already");
      }
      if (streams == 0) {
        startAnew();
      }
      look();
      streams++;
      return new Batch(List.of(), figures, end, newest, false);
    } finally {
      lock.unlock();
    }
  }

  void leave() {
    lock.lock();
    try {
      streams--;
    } finally {
      lock.unlock();
    }
  }

  /** What has come since a place, at once if something has, and after a second at the latest. */
  Batch read(long from) throws InterruptedException {
    lock.lock();
    try {
      look();
      long left = EVERY.toNanos();
      while (from == end && !closed && left > 0) {
        left = news.awaitNanos(left);
      }
      look();
      long first = end - recent.size();
      boolean behind = from < first;
      List<Event> events = behind ? List.of() : recent.stream().skip(from - first).toList();
      return new Batch(events, figures, end, newest, behind);
    } finally {
      lock.unlock();
    }
  }

  /** How many events it keeps now. */
  int kept() {
    lock.lock();
    try {
      return recent.size();
    } finally {
      lock.unlock();
    }
  }

  /** Ends all streams. */
  @Override
  public void close() {
    closed = true;
    lock.lock();
    try {
      news.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void startAnew() {
    EventLog.Mark mark = log.end();
    recent.clear();
    seen.clear();
    newest = mark.id();
    settled = mark.id();
    next = mark.id();
    nextSettledAt = System.nanoTime() + SETTLED.toNanos();
    lookedAt = System.nanoTime() - EVERY.toNanos();
    figures = new Figures(mark.now(), mark.now(), List.of());
  }

  private void look() {
    if (System.nanoTime() - lookedAt < EVERY.toNanos()) {
      return;
    }
    lookedAt = System.nanoTime();
    try {
      events();
      figures();
    } catch (RotaException e) {
      // The database is away: there is no news until it is back.
      LOG.log(DEBUG, "no events can be read: {0}", e.getMessage());
    }
  }

  /** Ids are given before they are committed: for a while, lower ones may still come. */
  private void events() {
    long after = settled;
    List<Event> page;
    List<Event> fresh = new ArrayList<>();
    do {
      page = log.after(after, KEPT);
      page.stream().filter(event -> seen.add(event.id())).forEach(fresh::add);
      after = page.isEmpty() ? after : page.getLast().id();
    } while (page.size() == KEPT);
    for (Event event : fresh) {
      recent.add(event);
      end++;
      newest = Math.max(newest, event.id());
      if (recent.size() > KEPT) {
        recent.remove();
      }
    }
    if (System.nanoTime() - nextSettledAt >= 0) {
      settled = next;
      next = newest;
      nextSettledAt = System.nanoTime() + SETTLED.toNanos();
      seen.removeIf(id -> id <= settled);
    }
    if (!fresh.isEmpty()) {
      news.signalAll();
    }
  }

  /** Nodes write theirs down once a second, so the last second is not complete yet. */
  private void figures() {
    Instant to = log.end().now().minus(EVERY);
    Instant from = figures.to().isBefore(to.minus(SETTLED)) ? to.minus(EVERY) : figures.to();
    if (to.isAfter(from)) {
      figures = new Figures(from, to, log.pulse(from, to));
    }
  }
}
