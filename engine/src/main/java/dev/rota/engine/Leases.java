package dev.rota.engine;

import dev.rota.Claim;
import dev.rota.JobSource;
import dev.rota.Lease;
import dev.rota.Report;
import dev.rota.RotaException;
import dev.rota.Verdict;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/** Leases are claimed, renewed and reported here: the running part of a job's life. */
public final class Leases {
  private static final Sql TAKE = Statements.sql("take");

  /**
   * The plans of claims and reports, and of what looks at the same tables all the time, are pinned:
   * a table that was empty when it was last looked at must not be scanned now that it holds
   * millions.
   */
  static final String PIN =
      "SELECT set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),"
          + " set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),"
          + " set_config('idle_in_transaction_session_timeout', '60s', true)";

  private final Database database;
  private final Routes routes;
  private final Lanes lanes;
  private final Limits limits;
  private final Announcer announcer;
  private final EngineEvents events;

  Leases(
      Database database,
      Routes routes,
      Lanes lanes,
      Limits limits,
      Announcer announcer,
      EngineEvents events) {
    this.database = database;
    this.routes = routes;
    this.lanes = lanes;
    this.limits = limits;
    this.announcer = announcer;
    this.events = events;
  }

  /**
   * Hands in reports and claims jobs, in one transaction unless slots of keys or queues are given
   * back.
   */
  public JobSource.Exchange exchange(Holder holder, List<Report> reports, Claim claim) {
    Map<String, Integer> reserved = reserve(claim);
    Exchanged done = null;
    try {
      done = exchange(holder, reports, claim, reserved);
    } finally {
      giveBack(reserved, done == null ? List.of() : done.leases());
    }
    announcer.ready(done.handedOn());
    done.claimed().forEach(job -> events.claimed(job.lease(), job.waited()));
    tell(reports, done);
    return new JobSource.Exchange(done.verdicts(), done.leases());
  }

  /** Records one outcome in the caller's own transaction. */
  public void report(Connection connection, Holder holder, Report report) {
    try {
      Settler.Settlement settlement = Settler.settle(connection, List.of(report), holder.name());
      if (settlement.verdicts().get(0) == Verdict.FENCED) {
        throw new RotaException(
            "fenced",
            "job " + report.job() + ": the lease under fence " + report.fence() + " has ended");
      }
      announcer.readySoon(Keys.release(connection, freed(settlement.settled())));
    } catch (SQLException e) {
      throw Database.translated(e);
    }
  }

  /** A job that its node no longer holds. */
  void ended(String queue, int jobs) {
    limits.giveBack(queue, jobs);
  }

  private record Exchanged(
      List<Verdict> verdicts,
      List<Settler.Settled> settled,
      List<Taken> claimed,
      Set<Integer> handedOn) {
    List<Lease> leases() {
      return claimed.stream().map(Taken::lease).toList();
    }
  }

  private Exchanged exchange(
      Holder holder, List<Report> reports, Claim claim, Map<String, Integer> reserved) {
    if (reports.isEmpty()) {
      return new Exchanged(List.of(), List.of(), claim(holder, claim, reserved), Set.of());
    }
    List<Taken> claimed = new ArrayList<>();
    boolean[] shared = {false};
    Set<Integer> handedOn = new HashSet<>();
    Settler.Settlement settled =
        database.transact(connection -> {
          claimed.clear();
          handedOn.clear();
          pin(connection);
          Settler.Settlement settlement = Settler.settle(connection, reports, holder.name());
          List<Long> freed = freed(settlement.settled());
          handedOn.addAll(Keys.release(connection, freed));
          shared[0] = freed.isEmpty();
          if (shared[0]) {
            claimed.addAll(claim(connection, holder, claim, reserved));
          }
          return settlement;
        });
    if (!shared[0]) {
      claimed.addAll(claim(holder, claim, reserved));
    }
    return new Exchanged(settled.verdicts(), settled.settled(), claimed, handedOn);
  }

  private List<Taken> claim(Holder holder, Claim claim, Map<String, Integer> reserved) {
    if (reserved.isEmpty()) {
      return List.of();
    }
    return database.transact(connection -> {
      pin(connection);
      return claim(connection, holder, claim, reserved);
    });
  }

  private List<Taken> claim(
      Connection connection, Holder holder, Claim claim, Map<String, Integer> reserved)
      throws SQLException {
    List<Route> served = served(holder, claim, reserved);
    if (served.isEmpty() && reserved.isEmpty()) {
      return List.of();
    }
    Lanes.Peeked peeked = lanes.peek(connection, served.stream().map(Route::id).toList());
    if (routes.learn(connection, peeked.newestRoute())) {
      served = served(holder, claim, reserved);
      peeked = lanes.peek(connection, served.stream().map(Route::id).toList());
    }
    if (peeked.heads().isEmpty()) {
      return List.of();
    }
    Map<String, Integer> allowed = limits.allow(connection, wanted(peeked.heads(), reserved));
    List<Taken> started = take(connection, holder, claim, served, peeked.heads(), allowed);
    limits.settle(connection, allowed, count(started));
    return started;
  }

  private List<Taken> take(
      Connection connection,
      Holder holder,
      Claim claim,
      List<Route> served,
      List<Head> heads,
      Map<String, Integer> allowed)
      throws SQLException {
    Strips.Quotas quotas = quotas(claim, served, allowed);
    List<Strip> strips = Strips.plan(heads, claim.max(), quotas);
    if (strips.isEmpty()) {
      return List.of();
    }
    Long leaseMillis = Enqueuer.millis(holder.lease());
    int[] slotRoutes = limits.slotRoutes(served);
    List<Taken> taken =
        TAKE.on(connection)
            .set("routes", strips.stream().mapToInt(Strip::route).toArray())
            .set("lanes", strips.stream().mapToInt(Strip::lane).toArray())
            .set("from_seqs", strips.stream().mapToLong(Strip::fromSeq).toArray())
            .set("to_seqs", strips.stream().mapToLong(Strip::toSeq).toArray())
            .set("min_waits_ms", strips.stream().mapToLong(Strip::minWaitMillis).toArray())
            .set("quotas", strips.stream().mapToInt(Strip::quota).toArray())
            .set("max", claim.max())
            .set("worker", holder.worker())
            .set("lease_ms", leaseMillis)
            .set("slot_routes", slotRoutes)
            .list(row -> Taken.read(row, routes));
    List<Taken> waiting = taken.stream().filter(Taken::needsKey).toList();
    if (waiting.isEmpty()) {
      return taken;
    }
    Set<Taken> won =
        new HashSet<>(
            Keys.startOrPark(connection, waiting, holder.worker(), leaseMillis, slotRoutes));
    return taken.stream().filter(job -> !job.needsKey() || won.contains(job)).toList();
  }

  private static Strips.Quotas quotas(
      Claim claim, List<Route> served, Map<String, Integer> allowed) {
    Strips.Quotas quotas = new Strips.Quotas(claim.max());
    allowed.forEach(quotas::queue);
    for (Claim.Want want : claim.wants()) {
      for (Route route : served) {
        if (route.queue().equals(want.queue())) {
          quotas.route(route, want.kinds().getOrDefault(route.kind(), claim.max()));
        }
      }
    }
    return quotas;
  }

  /** The routes that the holder may serve and wants to. */
  private List<Route> served(Holder holder, Claim claim, Map<String, Integer> reserved) {
    List<Route> served = new ArrayList<>();
    for (Claim.Want want : claim.wants()) {
      if (reserved.getOrDefault(want.queue(), 0) > 0) {
        for (Route route : routes.served(want.queue(), holder.capabilities())) {
          if (want.kinds().isEmpty() || want.kinds().getOrDefault(route.kind(), 0) > 0) {
            served.add(route);
          }
        }
      }
    }
    return served;
  }

  private Map<String, Integer> wanted(List<Head> heads, Map<String, Integer> reserved) {
    Map<String, Integer> wanted = new HashMap<>();
    for (Head head : heads) {
      String queue = routes.byId(head.route()).queue();
      wanted.put(queue, reserved.getOrDefault(queue, 0));
    }
    return wanted;
  }

  private Map<String, Integer> reserve(Claim claim) {
    Map<String, Integer> reserved = new HashMap<>();
    for (Claim.Want want : claim.wants()) {
      int wanted = Math.min(want.max(), claim.max());
      int places = wanted > 0 ? limits.reserve(want.queue(), wanted) : 0;
      if (places > 0) {
        reserved.merge(want.queue(), places, Integer::sum);
      }
    }
    return reserved;
  }

  private void giveBack(Map<String, Integer> reserved, List<Lease> leases) {
    Map<String, Integer> used = new HashMap<>();
    leases.forEach(lease -> used.merge(lease.queue(), 1, Integer::sum));
    reserved.forEach(
        (queue, places) -> limits.giveBack(queue, places - used.getOrDefault(queue, 0)));
  }

  private static Map<String, Integer> count(List<Taken> started) {
    Map<String, Integer> count = new HashMap<>();
    started.forEach(job -> count.merge(job.lease().queue(), 1, Integer::sum));
    return count;
  }

  /** The keys and queue slots that ended executions no longer hold. */
  private static List<Long> freed(List<Settler.Settled> settled) {
    return settled.stream()
        .flatMap(one -> Stream.of(one.key(), one.slot()))
        .filter(Objects::nonNull)
        .toList();
  }

  private void tell(List<Report> reports, Exchanged done) {
    Map<Long, Boolean> again = new HashMap<>();
    done.settled().forEach(one -> again.put(one.fence(), one.again()));
    for (int i = 0; i < reports.size(); i++) {
      Report report = reports.get(i);
      if (done.verdicts().get(i) == Verdict.FENCED) {
        events.fenced(report);
      } else if (again.containsKey(report.fence())) {
        events.reported(report, again.get(report.fence()));
      }
    }
  }

  static void pin(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(PIN);
    }
  }
}
