package dev.rota.engine;

import dev.rota.Beat;
import dev.rota.Claim;
import dev.rota.JobSource;
import dev.rota.Lease;
import dev.rota.Report;
import dev.rota.RotaException;
import dev.rota.Signal;
import dev.rota.Verdict;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/** Leases are claimed, renewed and reported here: the running part of a job's life. */
public final class Leases {
  private static final Sql RENEW = Statements.sql("renew_runs");

  private final Database database;
  private final Claimer claimer;
  private final Limits limits;
  private final Announcer announcer;
  private final EngineEvents events;
  private final Serving serving;

  Leases(
      Database database, Claimer claimer, Limits limits, Announcer announcer, EngineEvents events) {
    this.database = database;
    this.claimer = claimer;
    this.limits = limits;
    this.announcer = announcer;
    this.events = events;
    this.serving = new Serving(database);
  }

  /**
   * Hands in reports and claims jobs, in one transaction unless slots of keys or queues are given
   * back.
   */
  public JobSource.Exchange exchange(Holder holder, List<Report> reports, Claim claim) {
    serving.note(holder, claim);
    boolean isHere = holder.lease() == null;
    Map<String, Integer> reserved = isHere ? reserve(claim) : wanted(claim);
    Exchanged done = null;
    try {
      done = exchange(holder, reports, claim, reserved);
    } finally {
      if (isHere) {
        giveBack(reserved, done == null ? List.of() : done.leases());
      }
    }
    announcer.ready(done.handedOn());
    if (isAwaited(done.settled())) {
      announcer.awaited();
    }
    for (Taken job : done.claimed()) {
      events.claimed(job.lease(), job.waited());
      if (!isHere) {
        events.handedOut(job.lease());
      }
    }
    tell(reports, done, !isHere);
    return new JobSource.Exchange(done.verdicts(), done.leases());
  }

  /**
   * Renews the leases of a holder whose executions have leases of their own, and keeps their
   * progress; answers with what the holder must be told.
   */
  public List<Signal> renew(Holder holder, List<Beat> beats) {
    Duration lease = holder.lease();
    if (lease == null) {
      throw new IllegalArgumentException(holder.name() + " has no leases of its own to renew");
    }
    if (beats.isEmpty()) {
      return List.of();
    }
    return database.transact(connection -> renew(connection, lease, sorted(beats)));
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
      if (isAwaited(settlement.settled())) {
        announcer.awaited();
      }
    } catch (SQLException e) {
      throw Database.translated(e);
    }
  }

  private static List<Signal> renew(Connection connection, Duration lease, List<Beat> beats)
      throws SQLException {
    Database.pin(connection);
    Beats.saveProgress(connection, beats);
    List<Signal> signals = new ArrayList<>();
    Set<Long> present = new HashSet<>();
    RENEW
        .on(connection)
        .set("jobs", beats.stream().mapToLong(Beat::job).toArray())
        .set("fences", beats.stream().mapToLong(Beat::fence).toArray())
        .set("lease_ms", lease.toMillis())
        .list(row -> {
          long fence = row.getLong("fence");
          if (row.getBoolean("cancel")) {
            signals.add(new Signal(row.getLong("job"), fence, Signal.Kind.CANCEL));
          }
          return present.add(fence);
        });
    signals.addAll(Beats.lost(beats, present));
    return signals;
  }

  private static List<Beat> sorted(List<Beat> beats) {
    return beats.stream().sorted(Comparator.comparingLong(Beat::job)).toList();
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
          Database.pin(connection);
          Settler.Settlement settlement = Settler.settle(connection, reports, holder.name());
          List<Long> freed = freed(settlement.settled());
          handedOn.addAll(Keys.releasePinned(connection, freed));
          if (!handedOn.isEmpty()) {
            claimer.expectMore();
          }
          shared[0] = freed.isEmpty();
          if (shared[0]) {
            claimed.addAll(claimer.claim(connection, holder, claim, reserved));
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
    Claimer.Sight sight = database.alone(c -> claimer.look(c, holder, claim, reserved));
    if (sight.isNothing()) {
      return List.of();
    }
    return database.transact(connection -> {
      Database.pin(connection);
      return claimer.claim(connection, holder, claim, reserved, sight);
    });
  }

  /** The places that this node has for the wanted jobs of each queue. */
  private Map<String, Integer> reserve(Claim claim) {
    Map<String, Integer> places = wanted(claim);
    places.replaceAll(limits::reserve);
    places.values().removeIf(number -> number == 0);
    return places;
  }

  /** How many jobs are wanted of each queue. */
  private static Map<String, Integer> wanted(Claim claim) {
    Map<String, Integer> wanted = new HashMap<>();
    for (Claim.Want want : claim.wants()) {
      int most = Math.min(want.max(), claim.max());
      if (most > 0) {
        wanted.merge(want.queue(), most, Integer::sum);
      }
    }
    return wanted;
  }

  private void giveBack(Map<String, Integer> reserved, List<Lease> leases) {
    Map<String, Integer> used = new HashMap<>();
    leases.forEach(lease -> used.merge(lease.queue(), 1, Integer::sum));
    reserved.forEach(
        (queue, places) -> limits.giveBack(queue, places - used.getOrDefault(queue, 0)));
  }

  /** The keys and queue slots that ended executions no longer hold. */
  private static List<Long> freed(List<Settler.Settled> settled) {
    return settled.stream()
        .flatMap(one -> Stream.of(one.key(), one.slot()))
        .filter(Objects::nonNull)
        .toList();
  }

  private static boolean isAwaited(List<Settler.Settled> settled) {
    return settled.stream().anyMatch(Settler.Settled::awaited);
  }

  private void tell(List<Report> reports, Exchanged done, boolean remote) {
    Map<Long, Settler.Settled> settled = new HashMap<>();
    done.settled().forEach(one -> settled.put(one.fence(), one));
    for (int i = 0; i < reports.size(); i++) {
      Report report = reports.get(i);
      Settler.Settled one = settled.get(report.fence());
      if (done.verdicts().get(i) == Verdict.FENCED) {
        events.fenced(report);
        continue;
      }
      if (one != null) {
        events.reported(report, one.again());
        Route route = claimer.route(one.route());
        events.ended(
            new Ending(
                route.queue(),
                route.kind(),
                one.retries(),
                report,
                one.again(),
                one.retryIn(),
                remote));
      }
    }
  }
}
