package dev.rota.server;

import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.HttpRouting;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.util.List;

/**
 * An HttpServer is the node's port, with health and metrics in every run mode. Closing it lets the
 * requests that are under way finish.
 */
public final class HttpServer implements AutoCloseable {

  private static final int BACKLOG = 1024;

  private final WebServer server;
  private final String host;

  private HttpServer(WebServer server, String host) {
    this.server = server;
    this.host = host;
  }

  /** Routes are paths that somebody answers. */
  @FunctionalInterface
  public interface Routes {
    void addTo(HttpRouting.Builder routing);
  }

  /**
   * Starts to listen where the settings say.
   *
   * @param api what is served beside health and metrics, if the run mode serves it
   * @throws SettingsException if that port is taken
   */
  public static HttpServer start(
      Settings settings, Readiness readiness, Metrics metrics, Routes api) {
    var host = settings.get(Settings.HOST);
    checkPort(settings);
    var builder =
        WebServer.builder()
            .address(address(host))
            .port(settings.listeningPort())
            .backlog(BACKLOG)
            // The program stops what it has started, in its own order.
            .shutdownHook(false)
            .routing(routing -> route(routing, settings, readiness, metrics, api));
    for (int port : settings.compatPorts()) {
      builder.putSocket(
          "port-" + port,
          socket ->
              socket
                  .address(address(host))
                  .port(port)
                  .backlog(BACKLOG)
                  .routing(routing -> route(routing, settings, readiness, metrics, api)));
    }
    return new HttpServer(builder.build().start(), host);
  }

  private static void route(
      HttpRouting.Builder routing,
      Settings settings,
      Readiness readiness,
      Metrics metrics,
      Routes api) {
    if (settings.get(Settings.AUTH) == Authentication.TOKEN) {
      routing.addFilter(new TokenFilter(settings.get(Settings.TOKEN)));
    }
    new HealthRoutes(readiness).addTo(routing);
    new MetricsRoute(metrics).addTo(routing);
    if (settings.get(Settings.RUN_MODE).servesApi()) {
      api.addTo(routing);
    }
  }

  /** Says that a port is taken before anything else has been started for nothing. */
  public static void checkPort(Settings settings) {
    var api = settings.get(Settings.RUN_MODE).servesApi();
    var host = settings.get(Settings.HOST);
    checkPort(host, settings.listeningPort(), api ? Settings.PORT : Settings.METRICS_PORT);
    settings.compatPorts().forEach(port -> checkPort(host, port, Settings.COMPAT_PORTS));
  }

  private static void checkPort(String host, int port, Setting<?> setting) {
    try (var socket = new ServerSocket(port, 1, address(host))) {
      assert socket.isBound();
    } catch (IOException e) {
      throw new SettingsException(
          List.of(
              "%s=%d cannot be used on %s: %s. Stop the program that listens there, or choose another port (0 takes any free one)"
                  .formatted(setting.name(), port, host, e.getMessage())));
    }
  }

  private static InetAddress address(String host) {
    try {
      return InetAddress.getByName(host);
    } catch (UnknownHostException e) {
      throw new IllegalStateException("The settings have been checked, yet there is no " + host, e);
    }
  }

  public int port() {
    return server.port();
  }

  /** Where it listens. */
  public String url() {
    return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port();
  }

  @Override
  public void close() {
    server.stop();
  }
}
