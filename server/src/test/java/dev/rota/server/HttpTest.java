package dev.rota.server;

import dev.rota.engine.Engine;
import dev.rota.engine.EngineEvents;
import dev.rota.engine.EngineOptions;
import dev.rota.engine.tokens.Tokens;
import dev.rota.server.access.Gate;
import dev.rota.testkit.TestDatabase;
import io.helidon.webserver.http.HttpRouting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An HttpTest has a database, an engine with its loops, and routes on a port of their own. */
public abstract class HttpTest {
  protected static final JsonMapper JSON = new JsonMapper();

  protected TestDatabase database;
  protected Engine engine;
  protected HttpServer server;
  private final HttpClient client = HttpClient.newHttpClient();

  /** What is served. */
  protected abstract void addTo(HttpRouting.Builder routing);

  /** What the server is set to. */
  protected Map<String, String> settings() {
    return Map.of("ROTA_PORT", "0");
  }

  /** Where the engine gets its connections from. */
  protected DataSource dataSource() {
    return database.dataSource();
  }

  @BeforeEach
  void start() {
    database = TestDatabase.create("server", c -> Engine.migrate(c));
    engine =
        Engine.start(
            dataSource(), EngineOptions.builder().name("node-a").build(), EngineEvents.NONE);
    Settings settings = Settings.read(SettingsSource.of(settings()));
    server =
        HttpServer.start(
            settings,
            Optional::empty,
            new Metrics(),
            new Gate(settings, new Tokens(engine.database()))::addTo,
            this::addTo);
  }

  @AfterEach
  void stop() {
    server.close();
    engine.close();
    database.close();
  }

  /** What the server said. */
  public record Answer(int status, HttpHeaders headers, String text) {
    public String type() {
      return headers.firstValue("content-type").orElse("");
    }

    public JsonNode json() {
      return JSON.readTree(text);
    }

    public String at(String pointer) {
      return json().at(pointer).asString();
    }
  }

  protected Answer get(String path) {
    return send("GET", path, "");
  }

  protected Answer post(String path, String body, String... headers) {
    return send("POST", path, body, headers);
  }

  protected Answer put(String path, String body, String... headers) {
    return send("PUT", path, body, headers);
  }

  protected Answer send(String method, String path, String body, String... headers) {
    return send(method, path, BodyPublishers.ofString(body), headers);
  }

  protected Answer send(
      String method, String path, HttpRequest.BodyPublisher body, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(server.url() + path))
            .method(method, body)
            .header("Content-Type", "application/json");
    if (headers.length > 0) {
      request.headers(headers);
    }
    try {
      HttpResponse<String> response = client.send(request.build(), BodyHandlers.ofString());
      return new Answer(response.statusCode(), response.headers(), response.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
