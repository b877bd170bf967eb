package dev.rota.engine;

import dev.rota.engine.sql.Database;
import java.sql.Statement;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An Announcer tells claims that there may be work: those of this node at once, those of other
 * nodes by a NOTIFY that is sent from a connection of the engine's own, many announcements in one.
 * Nothing depends on it: claims also poll.
 */
final class Announcer implements AutoCloseable {
  static final String CHANNEL = "rota";
  static final String READY = "ready";
  static final String SOON = "soon";

  /** Followed by the node that says it, and the route, lane and number of one job that is ready. */
  static final String AT = "at ";

  static final String CANCEL = "cancel";
  static final String LIMITS = "limits";
  private static final Duration REST = Duration.ofSeconds(30);
  private static final Duration BETWEEN = Duration.ofMillis(2);
  private static final long LATELY = Duration.ofMillis(5).toNanos();

  private final Database database;
  private final Doorbell doorbell;
  private final AtomicBoolean ready = new AtomicBoolean();
  private final AtomicBoolean soon = new AtomicBoolean();
  private final AtomicBoolean cancel = new AtomicBoolean();
  private final AtomicBoolean limits = new AtomicBoolean();
  private final Loop loop;
  private final AtomicLong told = new AtomicLong(System.nanoTime());
  private volatile boolean alone;
  private volatile Runnable resolver = () -> {};

  Announcer(Database database, Doorbell doorbell) {
    this.database = database;
    this.doorbell = doorbell;
    this.loop = Loop.start("announcer", this::send);
  }

  /** Jobs became ready. */
  void ready(Collection<Integer> routes) {
    if (!routes.isEmpty()) {
      doorbell.ring();
      tellOthers(ready);
    }
  }

  /**
   * Whether the statement that stores a job should tell other nodes by itself, which is sooner:
   * only if nothing was told lately, as who tells something waits for all others that do.
   */
  boolean yields() {
    long last = told.get();
    long now = System.nanoTime();
    return !alone && now - last > LATELY && told.compareAndSet(last, now);
  }

  /** Jobs will become ready when a transaction commits that is not ours. */
  void readySoon(Collection<Integer> routes) {
    if (!routes.isEmpty()) {
      doorbell.announce();
      tellOthers(soon);
    }
  }

  /** Who is told that something ended for which others wait, or that others wait for it. */
  void resolves(Runnable wake) {
    resolver = wake;
  }

  /** Something ended for which others may wait, or has others waiting for it now. */
  void awaited() {
    resolver.run();
  }

  /** Somebody cancelled a running job. */
  void cancelled() {
    tellOthers(cancel);
  }

  /** The limits of a queue, or windows, were changed. */
  void limitsChanged() {
    doorbell.ring();
    tellOthers(limits);
  }

  /** Whether no other node is alive, so that there is nobody to tell. */
  void alone(boolean isAlone) {
    alone = isAlone;
  }

  @Override
  public void close() {
    loop.close();
  }

  private void tellOthers(AtomicBoolean what) {
    if (!alone && what.compareAndSet(false, true)) {
      loop.wake();
    }
  }

  private Duration send() {
    String calls =
        Stream.of(call(ready, READY), call(soon, SOON), call(cancel, CANCEL), call(limits, LIMITS))
            .flatMap(Optional::stream)
            .collect(Collectors.joining(", "));
    if (calls.isEmpty()) {
      return REST;
    }
    told.set(System.nanoTime());
    database.alone(connection -> {
      try (Statement statement = connection.createStatement()) {
        return statement.execute("SELECT " + calls);
      }
    });
    return BETWEEN;
  }

  private static Optional<String> call(AtomicBoolean what, String word) {
    return what.getAndSet(false)
        ? Optional.of("pg_notify('" + CHANNEL + "', '" + word + "')")
        : Optional.empty();
  }
}
