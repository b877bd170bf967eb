package dev.rota.engine;

import dev.rota.Beat;
import dev.rota.Claim;
import dev.rota.JobSource;
import dev.rota.Lease;
import dev.rota.Report;
import dev.rota.Signal;
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
    for (Lease lease : exchange.leases()) {
      held.put(lease.fence(), new Held(lease.queue(), new AtomicBoolean(true)));
    }
    return exchange;
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
  public void awaitWork(Duration atMost) throws InterruptedException {
    Duration poll = node.options().poll();
    node.doorbell().await(rung, atMost.compareTo(poll) < 0 ? atMost : poll);
    rung = node.doorbell().rings();
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
