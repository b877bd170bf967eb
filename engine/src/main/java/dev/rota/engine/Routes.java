package dev.rota.engine;

import dev.rota.NewJob;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/** Routes are interned once, on a connection of their own, and remembered by every node. */
final class Routes {
  private static final Sql ROUTES = Statements.sql("routes");
  private static final Sql INTERN = Statements.sql("intern_route");

  private final Database database;
  private final Map<Integer, Route> byId = new ConcurrentHashMap<>();
  private final Map<Name, Integer> ids = new ConcurrentHashMap<>();
  private volatile int newest;

  Routes(Database database) {
    this.database = database;
  }

  /** The natural name of a route. */
  private record Name(String queue, String kind, Set<String> requires) {}

  /**
   * The routes of these jobs, in their order; new ones are made, apart from the caller's
   * transaction.
   */
  int[] of(List<NewJob> jobs) {
    int[] routes = new int[jobs.size()];
    for (int i = 0; i < routes.length; i++) {
      NewJob job = jobs.get(i);
      Name name = new Name(job.queue(), job.kind(), job.requires());
      Integer known = ids.get(name);
      routes[i] = known == null ? intern(name) : known;
    }
    return routes;
  }

  /** The routes of a queue that a worker with these capabilities can serve. */
  List<Route> served(String queue, Set<String> capabilities) {
    List<Route> served = new ArrayList<>();
    for (Route route : byId.values()) {
      if (route.queue().equals(queue) && route.isServedBy(capabilities)) {
        served.add(route);
      }
    }
    return served;
  }

  Route byId(int id) {
    Route known = byId.get(id);
    if (known == null) {
      refresh();
      known = byId.get(id);
    }
    if (known == null) {
      throw new IllegalStateException("route " + id + " is not in the database");
    }
    return known;
  }

  /**
   * Reads what other nodes have added, if the newest route is not known here yet; tells whether
   * there was any.
   */
  boolean learn(Connection connection, int newestThere) throws SQLException {
    if (newestThere <= newest) {
      return false;
    }
    refresh(connection, newest);
    return true;
  }

  /**
   * Reads every route: one that was made in a long transaction appears after others that are newer
   * than it.
   */
  void refresh() {
    database.run(connection -> refresh(connection, 0));
  }

  Collection<Route> all() {
    return byId.values();
  }

  /** Forgets everything, for a database that may have stepped back. */
  void forget() {
    ids.clear();
    byId.clear();
    newest = 0;
  }

  private void refresh(Connection connection, int known) throws SQLException {
    Map<Integer, Route> found = new HashMap<>();
    for (Route route : ROUTES.on(connection).set("known", known).list(Routes::read)) {
      found.put(route.id(), route);
    }
    found.forEach(this::remember);
    found.keySet().stream().max(Integer::compare).ifPresent(max -> newest = Math.max(newest, max));
  }

  private int intern(Name name) {
    String requires = ArrayText.of(new TreeSet<>(name.requires()));
    int id =
        database.transact(connection ->
            INTERN
                .on(connection)
                .set("queue", name.queue())
                .set("kind", name.kind())
                .set("requires", requires)
                .one(row -> row.getInt("id")));
    remember(id, new Route(id, name.queue(), name.kind(), name.requires()));
    return id;
  }

  private void remember(int id, Route route) {
    byId.put(id, route);
    ids.put(new Name(route.queue(), route.kind(), route.requires()), id);
  }

  private static Route read(ResultSet row) throws SQLException {
    String[] requires = (String[]) row.getArray("requires").getArray();
    return new Route(
        row.getInt("id"), row.getString("queue"), row.getString("kind"), Set.of(requires));
  }
}
