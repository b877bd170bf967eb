package dev.rota.cli;

import dev.rota.engine.Engine;
import dev.rota.engine.EngineEvents;
import dev.rota.engine.Loop;
import dev.rota.engine.operations.OperationOptions;
import dev.rota.engine.operations.Operations;
import dev.rota.engine.scheduler.Scheduler;
import dev.rota.engine.tokens.Tokens;
import dev.rota.remote.RotaClient;
import dev.rota.server.AccessSettings;
import dev.rota.server.HttpServer;
import dev.rota.server.LogLevel;
import dev.rota.server.Metrics;
import dev.rota.server.Settings;
import dev.rota.server.SettingsSource;
import dev.rota.server.api.NativeApi;
import dev.rota.server.api.ServerApi;
import dev.rota.server.http.Problem;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRouting;
import java.math.BigInteger;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A DirectApi serves the API of a database to this process alone: on a free port of the loopback
 * address, behind a secret that nobody else knows, without workers and without a scheduler.
 */
final class DirectApi {
  /** How the database of the data folder is named, in place of an address. */
  static final String EMBEDDED = "embedded";

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);

  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private final String secret = new BigInteger(256, new SecureRandom()).toString(36);

  private DirectApi() {}

  /**
   * @param database an address, or {@link #EMBEDDED}
   */
  static Api open(String database) throws InterruptedException {
    Logging.setLevel(LogLevel.WARN);
    DirectApi direct = new DirectApi();
    try {
      return new Api(
          RotaClient.connect(direct.start(settings(database)), direct.secret), direct::close);
    } catch (RuntimeException | InterruptedException e) {
      direct.close();
      throw e;
    }
  }

  private static Settings settings(String database) {
    Map<String, String> own = new HashMap<>();
    own.put(Settings.HOST.name(), "127.0.0.1");
    own.put(Settings.PORT.name(), "0");
    own.put(Settings.RUN_MODE.name(), "api");
    own.put(AccessSettings.AUTH.name(), "none");
    own.put(Settings.DATABASE_URL.name(), database.equals(EMBEDDED) ? "" : database);
    for (var unset :
        new String[] {"ROTA_COMPAT_PORTS", "ROTA_TLS_CERT", "ROTA_TLS_KEY", "ROTA_TOKEN"}) {
      own.put(unset, "");
    }
    return Settings.read(SettingsSource.of(own).as("flag").or(SettingsSource.ofProcess()));
  }

  private String start(Settings settings) throws InterruptedException {
    var database = add(NodeDatabase.openOrJoin(settings));
    var engine = add(Engine.open(database.source(), Node.options(settings), EngineEvents.NONE));
    var scheduler = add(Scheduler.open(engine, Node.scheduling(settings)));
    var operations = Operations.open(engine, OperationOptions.STANDARD);
    add(Loop.start("operations", () -> worked(operations)));
    var api = new NativeApi(engine, scheduler);
    var http =
        add(
            HttpServer.start(
                settings,
                Optional::empty,
                add(new Metrics()),
                this::guard,
                routing -> {
                  new ServerApi(settings, new Tokens(engine.database())).addTo(routing);
                  api.addTo(routing);
                }));
    add(api);
    return http.url();
  }

  /** Perhaps no node runs that would work off what was begun here; a node that does helps. */
  private static Duration worked(Operations operations) {
    return operations.work() > 0 ? Duration.ZERO : BETWEEN_LOOKS;
  }

  private void guard(HttpRouting.Builder routing) {
    routing.addFilter((chain, request, response) -> {
      if (request
          .headers()
          .first(HeaderNames.AUTHORIZATION)
          .equals(Optional.of("Bearer " + secret))) {
        chain.proceed();
      } else {
        Problem.of(401, "unauthorized", "this is served to one process alone").send(response);
      }
    });
  }

  private <T extends AutoCloseable> T add(T part) {
    parts.push(part);
    return part;
  }

  private void close() {
    while (!parts.isEmpty()) {
      try {
        parts.pop().close();
      } catch (Exception e) {
        throw new IllegalStateException("The database was not left as it should be", e);
      }
    }
  }
}
