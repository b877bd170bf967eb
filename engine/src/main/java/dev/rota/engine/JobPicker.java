package dev.rota.engine;

import dev.rota.Job;
import dev.rota.Lease;
import dev.rota.RotaException;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A JobPicker claims a job that its worker has chosen, and shows which one would come next: for
 * workers that want to look before they take.
 */
public final class JobPicker {
  private static final Sql PLACE = Statements.sql("ready_place");
  private static final Sql AT = Statements.sql("ready_job");
  private static final Sql TAKE = Statements.sql("take");

  private final Node node;
  private final JobControl control;
  private final Database database;
  private final Routes routes;
  private final Limits limits;
  private final EngineEvents events;

  JobPicker(Node node, JobControl control, EngineEvents events) {
    this.node = node;
    this.control = control;
    this.database = node.database();
    this.routes = node.routes();
    this.limits = node.limits();
    this.events = events;
  }

  /**
   * The job of a queue that is next in the order of claims, whatever capabilities it asks for;
   * nothing is held.
   */
  public Optional<Job> next(String queue) {
    return database.transact(connection -> {
      Leases.pin(connection);
      Openings open = openings(peek(connection, queue));
      for (Head head : open.heads().stream().sorted(Strips.ORDER).toList()) {
        Optional<Job> job = at(connection, head);
        if (job.isPresent() && !"window".equals(job.get().waitingOn())) {
          return job;
        }
      }
      return Optional.empty();
    });
  }

  /**
   * Claims one job, if it is pending, no window or limit keeps it from starting, and the holder has
   * the capabilities that it asks for.
   */
  public Optional<Lease> claim(Holder holder, long job) {
    Optional<Taken> taken =
        database.transact(connection -> {
          Leases.pin(connection);
          Optional<Lanes.Peeked> place =
              PLACE.on(connection).set("job", job).first(JobPicker::place);
          return place.isEmpty()
              ? Optional.<Taken>empty()
              : claim(connection, holder, job, place.get());
        });
    taken.ifPresent(one -> events.claimed(one.lease(), one.waited()));
    return taken.map(Taken::lease);
  }

  /** One place of a lane, as if a peek had found nothing else. */
  private static Lanes.Peeked place(ResultSet row) throws SQLException {
    Head head = new Head(row.getInt("route"), row.getShort("lane"), row.getLong("seq"), 0);
    return new Lanes.Peeked(List.of(head), 0, Taken.instant(row, "now"));
  }

  private Optional<Taken> claim(Connection connection, Holder holder, long job, Lanes.Peeked place)
      throws SQLException {
    Route route = routes.byId(place.heads().get(0).route());
    Openings open = openings(place);
    if (open.heads().isEmpty() || !route.isServedBy(holder.capabilities())) {
      return Optional.empty();
    }
    Map<String, Integer> allowed = limits.allow(connection, Map.of(route.queue(), 1));
    List<Taken> started =
        allowed.getOrDefault(route.queue(), 0) == 0
            ? List.of()
            : claim(connection, holder, route, open);
    if (started.stream().anyMatch(taken -> taken.lease().job() != job)) {
      throw new RotaException("busy", "job " + job + " keeps moving: try again");
    }
    limits.settle(connection, allowed, Map.of(route.queue(), started.size()));
    return started.stream().findFirst();
  }

  private List<Taken> claim(Connection connection, Holder holder, Route route, Openings open)
      throws SQLException {
    int[] slotRoutes = limits.slotRoutes(List.of(route));
    Starter starter = new Starter(node.windows().calendar(), holder, slotRoutes);
    return starter.start(connection, take(connection, starter, open));
  }

  /** The strip of its lane that is only this one place. */
  private List<Taken> take(Connection connection, Starter starter, Openings open)
      throws SQLException {
    Head place = open.heads().get(0);
    return TAKE.on(connection)
        .set("routes", new int[] {place.route()})
        .set("lanes", new int[] {place.lane()})
        .set("from_seqs", new long[] {place.seq()})
        .set("to_seqs", new long[] {place.seq() + 1})
        .set("min_waits_ms", new long[] {0})
        .set("quotas", new int[] {1})
        .set("max", 1)
        .set("worker", starter.worker())
        .set("lease_ms", starter.leaseMillis())
        .set("slot_routes", starter.slotRoutes())
        .set("mixed_routes", open.mixedRoutes())
        .set("open_until", open.until())
        .list(row -> Taken.read(row, routes));
  }

  private Lanes.Peeked peek(Connection connection, String queue) throws SQLException {
    Lanes.Peeked peeked = node.lanes().peek(connection, served(queue));
    return routes.learn(connection, peeked.newestRoute())
        ? node.lanes().peek(connection, served(queue))
        : peeked;
  }

  private Openings openings(Lanes.Peeked peeked) {
    return Openings.of(node.windows().calendar(), routes, peeked);
  }

  private List<Integer> served(String queue) {
    return routes.all().stream()
        .filter(route -> route.queue().equals(queue))
        .map(Route::id)
        .toList();
  }

  private Optional<Job> at(Connection connection, Head head) throws SQLException {
    Optional<Long> job =
        AT.on(connection)
            .set("route", head.route())
            .set("lane", head.lane())
            .set("seq", head.seq())
            .first(row -> row.getLong("job"));
    return job.isEmpty() ? Optional.empty() : control.find(connection, job.get());
  }
}
