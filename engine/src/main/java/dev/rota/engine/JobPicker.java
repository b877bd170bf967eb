package dev.rota.engine;

import dev.rota.Job;
import dev.rota.Lease;
import dev.rota.RotaException;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A JobPicker claims a job that its worker has chosen, and shows which one would come next: for
 * workers that want to look before they take.
 */
public final class JobPicker {
  private static final Sql PLACE = Statements.sql("ready_place");
  private static final Sql AT = Statements.sql("ready_job");

  private final Node node;
  private final Database database;
  private final JobControl control;
  private final EngineEvents events;

  JobPicker(Node node, JobControl control, EngineEvents events) {
    this.node = node;
    this.database = node.database();
    this.control = control;
    this.events = events;
  }

  private record Place(Head head, Instant now) {}

  /**
   * The job of a queue that is next in the order of claims, whatever capabilities it asks for;
   * nothing is held.
   */
  public Optional<Job> next(String queue) {
    return database.transact(connection -> {
      node.routes().catchUp(connection);
      Database.pin(connection);
      for (Head head : node.claimer().heads(connection, routes(queue))) {
        Optional<Job> job = at(connection, head);
        if (job.isPresent() && !"window".equals(job.get().waitingOn())) {
          return job;
        }
      }
      return Optional.empty();
    });
  }

  /**
   * Claims one job, if it is pending, its queue and windows let it start and the holder has the
   * capabilities that it asks for.
   */
  public Optional<Lease> claim(Holder holder, long job) {
    Optional<Taken> taken =
        database.transact(connection -> {
          Database.pin(connection);
          Optional<Place> place = PLACE.on(connection).set("job", job).first(JobPicker::place);
          return place.isEmpty()
              ? Optional.<Taken>empty()
              : claim(connection, holder, job, place.get());
        });
    taken.ifPresent(one -> {
      events.claimed(one.lease(), one.waited());
      events.handedOut(one.lease());
    });
    return taken.map(Taken::lease);
  }

  private Optional<Taken> claim(Connection connection, Holder holder, long job, Place place)
      throws SQLException {
    List<Taken> started = node.claimer().claimAt(connection, holder, place.head(), place.now());
    if (started.stream().anyMatch(taken -> taken.lease().job() != job)) {
      throw new RotaException("busy", "job " + job + " keeps moving: try again");
    }
    return started.stream().findFirst();
  }

  private static Place place(ResultSet row) throws SQLException {
    return new Place(
        new Head(row.getInt("route"), row.getShort("lane"), row.getLong("seq"), 0),
        Taken.instant(row, "now"));
  }

  private List<Route> routes(String queue) {
    return node.routes().all().stream().filter(route -> route.queue().equals(queue)).toList();
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
