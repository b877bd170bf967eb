package dev.rota.engine;

import dev.rota.Claim;
import dev.rota.engine.sql.Sql;
import dev.rota.engine.windows.Windows;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A Claimer takes jobs out of ready for a worker: it looks at the heads of the lanes that the
 * worker serves, plans where to take from, and starts what it got. Where a plan falls short of what
 * is there, because several lanes share a limit or age at different times, it makes another. Where
 * jobs had to be parked or put off, it rings for the next claim, which finds what is behind them.
 */
final class Claimer {
  private static final Sql TAKE = Statements.sql("take");
  private static final Sql TAKE_PLACE = Statements.sql("take_place").pinned();
  private static final int PLANS = 16;

  /** So many tenants are served by one claim: a turn is a statement. */
  private static final int TURNS = 32;

  private final Routes routes;
  private final Lanes lanes;
  private final Limits limits;
  private final Windows windows;
  private final Turns turns;
  private final Doorbell doorbell;
  private final TenantQuotas tenants;

  Claimer(
      Routes routes,
      Lanes lanes,
      Limits limits,
      Windows windows,
      Turns turns,
      Doorbell doorbell,
      TenantQuotas tenants) {
    this.routes = routes;
    this.lanes = lanes;
    this.limits = limits;
    this.windows = windows;
    this.turns = turns;
    this.doorbell = doorbell;
    this.tenants = tenants;
  }

  Route route(int id) {
    return routes.byId(id);
  }

  /** A Sight is what a claim finds before it takes anything. */
  record Sight(List<Route> served, Lanes.Peeked peeked) {
    boolean isNothing() {
      return peeked.heads().isEmpty();
    }
  }

  /** Looks for what there is to claim, by statements that are transactions by themselves. */
  Sight look(Connection connection, Holder holder, Claim claim, Map<String, Integer> reserved)
      throws SQLException {
    List<Route> served = served(holder, claim, reserved);
    Lanes.Peeked peeked = lanes.peekAlone(connection, ids(served), claim.max());
    if (routes.learn(connection, peeked.newestRoute())) {
      served = served(holder, claim, reserved);
      peeked = lanes.peekAlone(connection, ids(served), claim.max());
    }
    return new Sight(served, peeked);
  }

  /** Claims jobs, at most so many of each queue as places are reserved. */
  List<Taken> claim(
      Connection connection, Holder holder, Claim claim, Map<String, Integer> reserved)
      throws SQLException {
    List<Route> served = served(holder, claim, reserved);
    if (served.isEmpty() && reserved.isEmpty()) {
      return List.of();
    }
    Lanes.Peeked peeked = lanes.peek(connection, ids(served), claim.max());
    if (routes.learn(connection, peeked.newestRoute())) {
      served = served(holder, claim, reserved);
      peeked = lanes.peek(connection, ids(served), claim.max());
    }
    return claim(connection, holder, claim, reserved, new Sight(served, peeked));
  }

  /**
   * Claims some of what was seen. If that was seen a moment ago and is not enough, another claim
   * looks for itself.
   */
  List<Taken> claim(
      Connection connection, Holder holder, Claim claim, Map<String, Integer> reserved, Sight sight)
      throws SQLException {
    List<Taken> started = claimSeen(connection, holder, claim, reserved, sight);
    if (started.size() < claim.max()) {
      lanes.lookAgain();
      if (!sight.peeked().fresh()) {
        doorbell.ring();
      }
    }
    return started;
  }

  /** Lets the next claim look for itself: jobs came back that are to go first. */
  void expectMore() {
    lanes.lookAgain();
  }

  private List<Taken> claimSeen(
      Connection connection, Holder holder, Claim claim, Map<String, Integer> reserved, Sight sight)
      throws SQLException {
    List<Route> served = sight.served();
    Openings ahead = openings(sight.peeked());
    TenantQuotas.Left left = left(connection, ahead.heads());
    Openings open = ahead.only(head -> left.of(tenant(head)) > 0);
    if (open.heads().isEmpty()) {
      return List.of();
    }
    Map<String, Integer> allowed = limits.allow(connection, wanted(open.heads(), reserved));
    Quotas quotas = quotas(claim, served, allowed);
    Starter starter = new Starter(windows.calendar(), holder, limits.slotRoutes(served));
    List<Taken> started =
        isShared(open.heads())
            ? claimByTurns(connection, starter, claim.max(), open, quotas, left)
            : claimOfOne(
                connection, starter, claim.max(), new Field(served, open, null), quotas, left);
    limits.settle(connection, allowed, count(started));
    tenants.settle(connection, left);
    return started;
  }

  private TenantQuotas.Left left(Connection connection, List<Head> heads) throws SQLException {
    return tenants.left(connection, heads.stream().map(this::tenant).collect(Collectors.toSet()));
  }

  /** Claims jobs of one tenant; those of tenants that have used up their quota are left out. */
  private List<Taken> claimOfOne(
      Connection connection,
      Starter starter,
      int max,
      Field field,
      Quotas quotas,
      TenantQuotas.Left left)
      throws SQLException {
    String tenant = tenant(field.open().heads().getFirst());
    List<Route> served = field.served().stream().filter(r -> r.turn().equals(tenant)).toList();
    List<Taken> started =
        claim(
            connection,
            starter,
            Math.min(max, left.of(tenant)),
            new Field(served, field.open(), null),
            quotas);
    left.use(tenant, started.size());
    return started;
  }

  /** Claims the job at one place of its lane, if windows and limits let it start. */
  List<Taken> claimAt(Connection connection, Holder holder, Head place, Instant now)
      throws SQLException {
    Route route = routes.byId(place.route());
    Openings open = openings(new Lanes.Peeked(List.of(place), 0, now, true));
    TenantQuotas.Left left = left(connection, open.heads());
    if (open.heads().isEmpty()
        || !route.isServedBy(holder.capabilities())
        || left.of(route.turn()) <= 0) {
      return List.of();
    }
    Map<String, Integer> allowed = limits.allow(connection, Map.of(route.queue(), 1));
    List<Taken> started = List.of();
    if (allowed.getOrDefault(route.queue(), 0) > 0) {
      Starter starter = new Starter(windows.calendar(), holder, limits.slotRoutes(List.of(route)));
      List<Strip> strip = List.of(only(place));
      started = starter.start(connection, take(connection, starter, 1, strip, open));
    }
    limits.settle(connection, allowed, count(started));
    left.use(route.turn(), started.size());
    tenants.settle(connection, left);
    return started;
  }

  /**
   * Claims the job at one place of its lane by a single statement, which nothing has to follow:
   * jobs of its route have no keys, and nothing can hold them back.
   */
  List<Taken> takeFree(Connection connection, Holder holder, Head place) throws SQLException {
    return TAKE_PLACE
        .on(connection)
        .set("route", place.route())
        .set("lane", place.lane())
        .set("seq", place.seq())
        .set("worker", holder.worker())
        .list(row -> {
          Taken.Row taken = Taken.Row.read(row);
          return taken.as(routes.byId(taken.route()), Definition.read(row, Taken.Row.COLUMNS + 1));
        });
  }

  private static Strip only(Head place) {
    return new Strip(place.route(), place.lane(), place.seq(), place.seq() + 1, 0, 1);
  }

  /** The heads of these routes' lanes that windows leave open, in the order of claims. */
  List<Head> heads(Connection connection, List<Route> of) throws SQLException {
    return openings(lanes.look(connection, ids(of))).heads().stream().sorted(Strips.ORDER).toList();
  }

  private boolean isShared(List<Head> heads) {
    return heads.stream().map(this::tenant).distinct().limit(2).count() > 1;
  }

  private String tenant(Head head) {
    return routes.byId(head.route()).turn();
  }

  /**
   * Claims jobs of several tenants: within a priority each gets its share, and what one does not
   * use is shared again.
   */
  private List<Taken> claimByTurns(
      Connection connection,
      Starter starter,
      int max,
      Openings open,
      Quotas quotas,
      TenantQuotas.Left leftOfTenants)
      throws SQLException {
    List<Taken> started = new ArrayList<>();
    for (Tier tier : Tier.of(open.heads())) {
      Map<String, List<Head>> waiting = tier.byTenant(this::tenant);
      while (!waiting.isEmpty()) {
        int left = quotas.leftOf(tier.heads(), max - started.size());
        if (left == 0) {
          break;
        }
        List<String> order = turns.order(waiting.keySet()).stream().limit(TURNS).toList();
        int weights = order.stream().mapToInt(turns::weight).sum();
        for (String tenant : order) {
          int share = Math.ceilDiv(left * turns.weight(tenant), weights);
          int most = Math.min(Math.min(share, leftOfTenants.of(tenant)), max - started.size());
          Field field = field(waiting.getOrDefault(tenant, List.of()), open, tier);
          List<Taken> got = claim(connection, starter, most, field, quotas);
          turns.took(tenant, got.size());
          leftOfTenants.use(tenant, got.size());
          started.addAll(got);
          if (got.size() < most || leftOfTenants.of(tenant) == 0) {
            waiting.remove(tenant);
          }
          if (starter.hasLockedKeys() || started.size() == max) {
            return started;
          }
        }
      }
    }
    return started;
  }

  private Field field(List<Head> heads, Openings open, Tier tier) {
    List<Route> served = heads.stream().map(Head::route).distinct().map(routes::byId).toList();
    return new Field(served, open.only(heads::contains), tier);
  }

  private List<Taken> claim(
      Connection connection, Starter starter, int max, Field field, Quotas quotas)
      throws SQLException {
    List<Taken> started = new ArrayList<>();
    Openings ahead = field.open();
    for (int plans = 1; ; plans++) {
      int most = max - started.size();
      Strips strips = Strips.plan(ahead.heads(), most, quotas, field.after());
      List<Taken> taken = strips.sorted(take(connection, starter, most, strips.list(), ahead));
      List<Taken> now = starter.start(connection, taken);
      now.forEach(job -> quotas.use(job.route(), 1));
      started.addAll(now);
      if (now.size() < taken.size()) {
        doorbell.ring();
      }
      // Keys are locked in their order, so once in a transaction: the rest is left to the next one.
      boolean full = started.size() == max || plans == PLANS;
      if (taken.isEmpty() || starter.hasLockedKeys() || full || !strips.mayHaveMore(taken)) {
        return plans == 1 ? started : Strips.inOrder(started);
      }
      ahead = field.within(openings(lanes.look(connection, ids(field.served()))));
    }
  }

  private List<Taken> take(
      Connection connection, Starter starter, int max, List<Strip> strips, Openings open)
      throws SQLException {
    List<Taken.Row> rows =
        strips.isEmpty() ? List.of() : rows(connection, starter, max, strips, open);
    Map<Long, Definition> definitions =
        Definition.of(connection, rows.stream().mapToLong(Taken.Row::job).toArray());
    List<Taken> taken = new ArrayList<>(rows.size());
    for (Taken.Row row : rows) {
      lanes.took(row.route(), row.lane(), row.seq());
      Definition definition = definitions.get(row.job());
      if (definition != null) {
        taken.add(row.as(routes.byId(row.route()), definition));
      }
    }
    return taken;
  }

  private static List<Taken.Row> rows(
      Connection connection, Starter starter, int max, List<Strip> strips, Openings open)
      throws SQLException {
    return TAKE.on(connection)
        .set("routes", strips.stream().mapToInt(Strip::route).toArray())
        .set("lanes", strips.stream().mapToInt(Strip::lane).toArray())
        .set("from_seqs", strips.stream().mapToLong(Strip::fromSeq).toArray())
        .set("to_seqs", strips.stream().mapToLong(Strip::toSeq).toArray())
        .set("min_waits_ms", strips.stream().mapToLong(Strip::minWaitMillis).toArray())
        .set("quotas", strips.stream().mapToInt(Strip::quota).toArray())
        .set("max", max)
        .set("worker", starter.worker())
        .set("lease_ms", starter.leaseMillis())
        .set("slot_routes", starter.slotRoutes())
        .set("mixed_routes", open.mixedRoutes().stream().mapToInt(Integer::intValue).toArray())
        .set("open_until", open.until())
        .list(Taken.Row::read);
  }

  private Openings openings(Lanes.Peeked peeked) {
    return Openings.of(windows.calendar(), routes, peeked);
  }

  private static List<Integer> ids(List<Route> routes) {
    return routes.stream().map(Route::id).toList();
  }

  private static Quotas quotas(Claim claim, List<Route> served, Map<String, Integer> allowed) {
    Quotas quotas = new Quotas();
    allowed.forEach(quotas::queue);
    Map<String, List<Route>> byQueue = served.stream().collect(Collectors.groupingBy(Route::queue));
    for (Claim.Want want : claim.wants()) {
      for (Route route : byQueue.getOrDefault(want.queue(), List.of())) {
        quotas.route(route, want.kinds().getOrDefault(route.kind(), claim.max()));
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

  private static Map<String, Integer> count(List<Taken> started) {
    Map<String, Integer> count = new HashMap<>();
    started.forEach(job -> count.merge(job.lease().queue(), 1, Integer::sum));
    return count;
  }
}
