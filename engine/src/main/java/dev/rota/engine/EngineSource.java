package dev.rota.engine;

import dev.rota.Beat;
import dev.rota.Claim;
import dev.rota.JobSource;
import dev.rota.Lease;
import dev.rota.Report;
import dev.rota.Signal;
import dev.rota.Taker;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * An EngineSource is the source of jobs for workers in the engine's own process. Its executions
 * live as long as the node's lease; it remembers which ones it has handed out, so that what the
 * database thinks it holds can be compared.
 */
final class EngineSource implements JobSource {
  private static final Sql CANCELLED = Statements.sql("cancelled_runs");
  private static final Sql PRESENT = Statements.sql("present_runs");

  private final Node node;
  private final Set<String> capabilities;
  private final Map<Long, Held> held = new ConcurrentHashMap<>();
  private volatile long rung;
  private volatile @Nullable Taker taker;
  private volatile boolean closed;

  EngineSource(Node node, Set<String> capabilities) {
    this.node = node;
    this.capabilities = capabilities;
  }

  /** A Held is an execution that was handed out, and whether it still takes a place on the node. */
  private record Held(String queue, AtomicBoolean takesPlace) {}

  @Override
  public Exchange exchange(List<Report> reports, Claim claim) {
    Holder holder = holder();
    Claim allowed = closed || !node.mayClaim() ? Claim.NOTHING : claim;
    // What is reported runs no more: its place is free for the claim that comes with the report.
    reports.forEach(report -> leavePlace(report.fence()));
    Exchange exchange;
    try {
      exchange = node.leases().exchange(holder, reports, allowed);
    } catch (RuntimeException e) {
      node.doubt();
      throw e;
    }
    reports.forEach(report -> drop(report.fence()));
    exchange.leases().forEach(this::hold);
    return exchange;
  }

  private void hold(Lease lease) {
    held.put(lease.fence(), new Held(lease.queue(), new AtomicBoolean(true)));
  }

  @Override
  public void offerTo(Taker worker) {
    taker = worker;
  }

  /**
   * Keeps places of the worker here for jobs that start without a claim; null if it has none, or is
   * not idle.
   */
  @Nullable Places keep(Route route, int jobs) {
    Taker worker = taker;
    if (worker == null || closed || !node.mayClaim() || !route.isServedBy(capabilities)) {
      return null;
    }
    Taker.Places kept = worker.keep(route.queue(), route.kind(), jobs);
    if (kept == null) {
      return null;
    }
    node.limits().reserve(route.queue(), kept.count());
    return new Places(route.queue(), kept);
  }

  /**
   * Places are kept until they are filled; closed without that, what became of them is in doubt.
   */
  final class Places implements AutoCloseable {
    private final String queue;
    private final Taker.Places kept;
    private boolean filled;

    private Places(String queue, Taker.Places kept) {
      this.queue = queue;
      this.kept = kept;
    }

    int count() {
      return kept.count();
    }

    Holder holder() {
      return EngineSource.this.holder();
    }

    void fill(List<Lease> leases) {
      filled = true;
      leases.forEach(EngineSource.this::hold);
      node.limits().giveBack(queue, kept.count() - leases.size());
      kept.fill(leases);
    }

    @Override
    public void close() {
      if (!filled) {
        fill(List.of());
        node.doubt();
      }
    }
  }

  @Override
  public void report(Connection connection, Report report) {
    node.leases().report(connection, holder(), report);
  }

  @Override
  public List<Signal> renew(List<Beat> beats) {
    node.ensureLease();
    List<Signal> signals = new ArrayList<>();
    node.database()
        .run(connection -> {
          signals.clear();
          Database.pin(connection);
          Beats.saveProgress(connection, beats);
          signals.addAll(cancelled(connection));
          signals.addAll(lost(connection, beats));
        });
    signals.stream().filter(s -> s.kind() == Signal.Kind.LOST).forEach(s -> drop(s.fence()));
    return signals;
  }

  @Override
  public void abandon(List<Lease> leases) {
    leases.forEach(lease -> drop(lease.fence()));
    node.doubt();
  }

  @Override
  public boolean awaitWork(Duration atMost) throws InterruptedException {
    Duration poll = node.options().poll();
    boolean hinted = node.doorbell().await(rung, atMost.compareTo(poll) < 0 ? atMost : poll);
    rung = node.doorbell().rings();
    return hinted;
  }

  @Override
  public Duration lease() {
    return node.options().lease();
  }

  @Override
  public void close() {
    closed = true;
  }

  /** Somebody was cancelled: whoever watches for signals should look now. */
  void wakeSignals() {
    node.doorbell().ring();
  }

  /** The fences that were handed out and not reported yet. */
  Set<Long> held() {
    return new HashSet<>(held.keySet());
  }

  private Holder holder() {
    return new Holder(node.worker(), node.options().name(), capabilities, null);
  }

  private void drop(long fence) {
    leavePlace(fence);
    held.remove(fence);
  }

  private void leavePlace(long fence) {
    Held one = held.get(fence);
    if (one != null && one.takesPlace().getAndSet(false)) {
      node.leases().ended(one.queue(), 1);
    }
  }

  private List<Signal> cancelled(Connection connection) throws SQLException {
    return CANCELLED
        .on(connection)
        .set("worker", node.worker())
        .list(row -> new Signal(row.getLong("job"), row.getLong("fence"), Signal.Kind.CANCEL));
  }

  private static List<Signal> lost(Connection connection, List<Beat> beats) throws SQLException {
    if (beats.isEmpty()) {
      return List.of();
    }
    Set<Long> present =
        new HashSet<>(
            PRESENT
                .on(connection)
                .set("jobs", beats.stream().mapToLong(Beat::job).toArray())
                .set("fences", beats.stream().mapToLong(Beat::fence).toArray())
                .list(row -> row.getLong("fence")));
    return Beats.lost(beats, present);
  }
}
