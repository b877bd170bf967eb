package dev.rota.engine;

import dev.rota.Lease;
import dev.rota.NewJob;
import dev.rota.engine.EngineSource.Places;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A Handover starts jobs without a claim where a worker of this node is idle: what is stored here
 * is stored as running, and what another node has just stored is taken from the place that it has
 * told. Only jobs that no limit, quota or window can hold back are handed over; all others are
 * claimed.
 */
final class Handover {
  private final Node node;

  Handover(Node node) {
    this.node = node;
  }

  /** Stores jobs that say nothing but kind, queue, priority and payload. */
  List<Enqueued> store(List<NewJob> jobs) {
    int[] routes = node.routes().of(jobs);
    BareJobs bare = new BareJobs(jobs, routes);
    try (Places places = keep(routes)) {
      return Enqueuer.answers(
          places == null ? storeWaiting(bare, jobs.size() == 1) : start(bare, places));
    }
  }

  /**
   * Takes the job that another node has stored at this place, or lets claims find it. The
   * connection is the one that told of it: its server process is awake.
   */
  void take(Connection connection, Head place) throws SQLException {
    try (Places places = keep(node.routes().byId(place.route()), 1)) {
      if (places == null) {
        node.doorbell().ring();
        return;
      }
      List<Taken> taken = node.claimer().takeFree(connection, places.holder(), place);
      places.fill(taken.stream().map(Taken::lease).toList());
      taken.forEach(job -> node.events().claimed(job.lease(), job.waited()));
    }
  }

  private List<Long> storeWaiting(BareJobs jobs, boolean single) {
    boolean announces = single && node.announcer().yields();
    List<Long> stored = node.database().alone(c -> jobs.store(c, node.worker(), announces));
    if (announces) {
      node.doorbell().ring();
    } else {
      node.announcer().ready(List.of(0));
    }
    return stored;
  }

  private List<Long> start(BareJobs jobs, Places places) {
    List<BareJobs.Stored> stored =
        node.database().alone(c -> jobs.start(c, node.worker(), places.count()));
    List<Lease> started = stored.stream().flatMap(job -> Stream.ofNullable(job.lease())).toList();
    places.fill(started);
    started.forEach(lease -> node.events().claimed(lease, Duration.ZERO));
    if (started.size() < stored.size()) {
      node.announcer().ready(List.of(0));
    }
    return stored.stream().map(BareJobs.Stored::job).toList();
  }

  private @Nullable Places keep(int[] routes) {
    int first = routes[0];
    return Arrays.stream(routes).allMatch(route -> route == first)
        ? keep(node.routes().byId(first), routes.length)
        : null;
  }

  private @Nullable Places keep(Route route, int jobs) {
    if (!isFree(route)) {
      return null;
    }
    for (EngineSource source : node.sources()) {
      Places places = source.keep(route, jobs);
      if (places != null) {
        return places;
      }
    }
    return null;
  }

  /** Whether nothing can hold back a job of this route. */
  private boolean isFree(Route route) {
    return node.limits().of(route.queue()) == null
        && !node.tenantQuotas().isLimited(route.turn())
        && node.windows().calendar().isEmpty();
  }
}
