package dev.rota.server;

import io.helidon.common.tls.Tls;
import io.helidon.webserver.ListenerConfig;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http1.Http1Config;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;

/**
 * An HttpServer is the node's port, with health and metrics in every run mode. Closing it lets the
 * requests that are under way finish.
 */
public final class HttpServer implements AutoCloseable {

  private static final int BACKLOG = 1024;

  private final WebServer server;
  private final String scheme;
  private final String host;

  private HttpServer(WebServer server, String scheme, String host) {
    this.server = server;
    this.scheme = scheme;
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
   * @param gate what every request has to pass
   * @param api what is served beside health and metrics, if the run mode serves it
   * @throws SettingsException if that port is taken, or the files for TLS are wrong
   */
  public static HttpServer start(
      Settings settings, Readiness readiness, Metrics metrics, Routes gate, Routes api) {
    var host = settings.get(Settings.HOST);
    checkPort(settings);
    var tls = TlsFiles.of(settings).map(TlsFiles::tls);
    Routes routes =
        routing -> {
          gate.addTo(routing);
          new HealthRoutes(readiness).addTo(routing);
          new MetricsRoute(metrics).addTo(routing);
          if (settings.get(Settings.RUN_MODE).servesApi()) {
            api.addTo(routing);
          }
        };
    var builder = WebServer.builder();
    listen(builder, settings, tls, settings.listeningPort(), routes);
    // The program stops what it has started, in its own order.
    builder.shutdownHook(false);
    for (int port : settings.compatPorts()) {
      builder.putSocket("port-" + port, socket -> listen(socket, settings, tls, port, routes));
    }
    return new HttpServer(
        builder.build().start(), (tls.isPresent() ? "https://" : "http://"), host);
  }

  private static void listen(
      ListenerConfig.BuilderBase<?, ?> listener,
      Settings settings,
      Optional<Tls> tls,
      int port,
      Routes routes) {
    listener.address(address(settings.get(Settings.HOST)));
    listener.port(port);
    listener.backlog(BACKLOG);
    // The end of a long answer would wait for the caller to confirm its beginning.
    listener.connectionOptions(options -> options.tcpNoDelay(true));
    listener.maxTcpConnections(settings.get(AccessSettings.CONNECTIONS));
    listener.addProtocol(
        Http1Config.builder()
            .maxHeadersSize(settings.get(AccessSettings.HEADER_LIMIT))
            .addReceiveListener(
                new HeaderPatience(new Patience(settings.get(AccessSettings.REQUEST_TIMEOUT))))
            .build());
    listener.errorHandling(errors -> errors.includeEntity(true));
    listener.directHandlers(TransportProblem.everywhere());
    tls.ifPresent(listener::tls);
    listener.routing(routes::addTo);
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
    return scheme + (host.contains(":") ? "[" + host + "]" : host) + ":" + port();
  }

  @Override
  public void close() {
    server.stop();
  }
}
