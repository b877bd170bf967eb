package dev.rota.cli;

import static java.lang.System.Logger.Level.ERROR;

import dev.rota.server.DatabaseReadiness;
import dev.rota.server.HttpServer;
import dev.rota.server.Metrics;
import dev.rota.server.Readiness;
import dev.rota.server.Settings;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * A Node is everything that {@code rota up} starts, and stops in the reverse order: the database is
 * the last to go.
 */
final class Node implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(Node.class.getName());

  private final Settings settings;
  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private volatile boolean stopping;

  Node(Settings settings) {
    this.settings = settings;
  }

  /** Starts everything and returns how to greet whoever has asked for it. */
  String start() throws InterruptedException {
    HttpServer.checkPort(settings);
    var database = add(NodeDatabase.open(settings));
    var pool = add(database.pool(settings.get(Settings.DATABASE_CONNECTIONS)));
    var metrics = add(new Metrics());
    Readiness running = () -> stopping ? Optional.of("the node is stopping") : Optional.empty();
    var http = add(HttpServer.start(settings, running.and(new DatabaseReadiness(pool)), metrics));
    return "Rota listens on " + http.url() + " and works on " + database.description();
  }

  private synchronized <T extends AutoCloseable> T add(T part) {
    parts.push(part);
    return part;
  }

  /**
   * Stops everything that has been started; a part that fails to stop does not keep the next ones
   * from it.
   */
  @Override
  public synchronized void close() {
    stopping = true;
    while (!parts.isEmpty()) {
      var part = parts.pop();
      try {
        part.close();
      } catch (Exception e) {
        LOG.log(
            ERROR,
            "A part of the node did not stop as it should: part=" + part.getClass().getSimpleName(),
            e);
      }
    }
  }
}
