package dev.rota.engine;

import dev.rota.Job;
import dev.rota.Lease;
import dev.rota.RotaException;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import java.sql.Connection;
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
  private final Database database;
  private final Routes routes;
  private final Limits limits;
  private final EngineEvents events;

  JobPicker(Node node, EngineEvents events) {
    this.node = node;
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
      for (Head head : heads(connection, queue).stream().sorted(Strips.ORDER).toList()) {
        Optional<Job> job = at(connection, head);
        if (job.isPresent()) {
          return job;
        }
      }
      return Optional.empty();
    });
  }

  /**
   * Claims one job, if it is pending, its queue lets one more start and the holder has the
   * capabilities that it asks for.
   */
  public Optional<Lease> claim(Holder holder, long job) {
    Optional<Taken> taken =
        database.transact(connection -> {
          Leases.pin(connection);
          Optional<Head> place =
              PLACE
                  .on(connection)
                  .set("job", job)
                  .first(row ->
                      new Head(row.getInt("route"), row.getShort("lane"), row.getLong("seq"), 0));
          return place.isEmpty()
              ? Optional.<Taken>empty()
              : claim(connection, holder, job, place.get());
        });
    taken.ifPresent(one -> events.claimed(one.lease(), one.waited()));
    return taken.map(Taken::lease);
  }

  private Optional<Taken> claim(Connection connection, Holder holder, long job, Head place)
      throws SQLException {
    Route route = routes.byId(place.route());
    if (!route.isServedBy(holder.capabilities())) {
      return Optional.empty();
    }
    Map<String, Integer> allowed = limits.allow(connection, Map.of(route.queue(), 1));
    int[] slotRoutes = limits.slotRoutes(List.of(route));
    List<Taken> started =
        allowed.getOrDefault(route.queue(), 0) == 0
            ? List.of()
            : started(connection, holder, take(connection, holder, place, slotRoutes), slotRoutes);
    if (started.stream().anyMatch(taken -> taken.lease().job() != job)) {
      throw new RotaException("busy", "job " + job + " keeps moving: try again");
    }
    limits.settle(connection, allowed, Map.of(route.queue(), started.size()));
    return started.stream().findFirst();
  }

  /** The strip of its lane that is only this one place. */
  private List<Taken> take(Connection connection, Holder holder, Head place, int[] slotRoutes)
      throws SQLException {
    return TAKE.on(connection)
        .set("routes", new int[] {place.route()})
        .set("lanes", new int[] {place.lane()})
        .set("from_seqs", new long[] {place.seq()})
        .set("to_seqs", new long[] {place.seq() + 1})
        .set("min_waits_ms", new long[] {0})
        .set("quotas", new int[] {1})
        .set("max", 1)
        .set("worker", holder.worker())
        .set("lease_ms", Enqueuer.millis(holder.lease()))
        .set("slot_routes", slotRoutes)
        .list(row -> Taken.read(row, routes));
  }

  private static List<Taken> started(
      Connection connection, Holder holder, List<Taken> taken, int[] slotRoutes)
      throws SQLException {
    return taken.stream().anyMatch(Taken::needsKey)
        ? Keys.startOrPark(
            connection, taken, holder.worker(), Enqueuer.millis(holder.lease()), slotRoutes)
        : taken;
  }

  private List<Head> heads(Connection connection, String queue) throws SQLException {
    Lanes.Peeked peeked = node.lanes().peek(connection, served(queue));
    return routes.learn(connection, peeked.newestRoute())
        ? node.lanes().peek(connection, served(queue)).heads()
        : peeked.heads();
  }

  private List<Integer> served(String queue) {
    return routes.all().stream()
        .filter(route -> route.queue().equals(queue))
        .map(Route::id)
        .toList();
  }

  private static Optional<Job> at(Connection connection, Head head) throws SQLException {
    Optional<Long> job =
        AT.on(connection)
            .set("route", head.route())
            .set("lane", head.lane())
            .set("seq", head.seq())
            .first(row -> row.getLong("job"));
    return job.isEmpty() ? Optional.empty() : Jobs.find(connection, job.get());
  }
}
