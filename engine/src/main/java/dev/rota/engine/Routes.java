package dev.rota.engine;

import dev.rota.NewJob;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Routes are interned once, on a connection of their own, and remembered by every node. */
final class Routes {
  private static final Sql ROUTES = Statements.sql("routes");
  private static final Sql COUNT = Statements.sql("count_routes");
  private static final Sql INTERN = Statements.sql("intern_route");

  private final Database database;
  private final Map<Integer, Route> byId = new ConcurrentHashMap<>();
  private final Map<String, Set<Route>> byQueue = new ConcurrentHashMap<>();
  private final Map<Name, Integer> ids = new ConcurrentHashMap<>();
  private volatile int newest;

  Routes(Database database) {
    this.database = database;
  }

  /** The natural name of a route. */
  private record Name(String queue, String kind, Set<String> requires, @Nullable String tenant) {}

  /**
   * The routes of these jobs, in their order; new ones are made, apart from the caller's
   * transaction.
   */
  int[] of(List<NewJob> jobs) {
    int[] routes = new int[jobs.size()];
    for (int i = 0; i < routes.length; i++) {
      NewJob job = jobs.get(i);
      routes[i] = of(job.queue(), job.kind(), job.requires(), job.tenant());
    }
    return routes;
  }

  int of(String queue, String kind, Set<String> requires, @Nullable String tenant) {
    return ids.computeIfAbsent(new Name(queue, kind, requires, tenant), this::intern);
  }

  /** The routes of a queue that a worker with these capabilities can serve. */
  List<Route> served(String queue, Set<String> capabilities) {
    return byQueue.getOrDefault(queue, Set.of()).stream()
        .filter(route -> route.isServedBy(capabilities))
        .toList();
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
    remember(newerThan(connection, newest));
    return true;
  }

  /** Reads every route anew. */
  void refresh() {
    database.run(connection -> remember(newerThan(connection, 0)));
  }

  /**
   * Reads every route anew if one is missing here. Numbers are given before a route is committed:
   * one that is newest now may have been followed by an older one whose maker took longer.
   */
  void catchUp(Connection connection) throws SQLException {
    if (COUNT.on(connection).one(row -> row.getLong("routes")) != byId.size()) {
      remember(newerThan(connection, 0));
    }
  }

  Collection<Route> all() {
    return byId.values();
  }

  /** Forgets everything, for a database that may have stepped back. */
  void forget() {
    ids.clear();
    byId.clear();
    byQueue.clear();
    newest = 0;
  }

  private static List<Route> newerThan(Connection connection, int known) throws SQLException {
    return ROUTES.on(connection).set("known", known).list(Routes::read);
  }

  private void remember(List<Route> found) {
    for (Route route : found) {
      remember(route);
      ids.put(new Name(route.queue(), route.kind(), route.requires(), route.tenant()), route.id());
      newest = Math.max(newest, route.id());
    }
  }

  private void remember(Route route) {
    byId.put(route.id(), route);
    byQueue.computeIfAbsent(route.queue(), q -> ConcurrentHashMap.newKeySet()).add(route);
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
                .set("tenant", name.tenant())
                .one(row -> row.getInt("id")));
    remember(new Route(id, name.queue(), name.kind(), name.requires(), name.tenant()));
    return id;
  }

  private static Route read(ResultSet row) throws SQLException {
    String[] requires = (String[]) row.getArray("requires").getArray();
    return new Route(
        row.getInt("id"),
        row.getString("queue"),
        row.getString("kind"),
        Set.of(requires),
        row.getString("tenant"));
  }
}
