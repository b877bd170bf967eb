package dev.rota.server.api;

import dev.rota.engine.Engine;
import dev.rota.engine.EngineEvents;
import dev.rota.engine.EngineOptions;
import dev.rota.engine.scheduler.Scheduler;
import dev.rota.engine.scheduler.SchedulerOptions;
import dev.rota.server.HttpServer;
import dev.rota.server.Metrics;
import dev.rota.server.Settings;
import dev.rota.server.SettingsSource;
import dev.rota.testkit.TestDatabase;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An ApiTest has a database, an engine with its loops, and the API on a port of its own. */
abstract class ApiTest {
  static final JsonMapper JSON = new JsonMapper();

  TestDatabase database;
  Engine engine;
  Scheduler scheduler;
  HttpServer server;
  final HttpClient client = HttpClient.newHttpClient();

  @BeforeEach
  void start() {
    database = TestDatabase.create("server", c -> Engine.migrate(c));
    engine =
        Engine.start(
            database.dataSource(),
            EngineOptions.builder().name("node-a").build(),
            EngineEvents.NONE);
    scheduler = Scheduler.start(engine, SchedulerOptions.builder().build());
    server =
        HttpServer.start(
            Settings.read(SettingsSource.of(Map.of("ROTA_PORT", "0"))),
            Optional::empty,
            new Metrics(),
            new NativeApi(engine, scheduler)::addTo);
  }

  @AfterEach
  void stop() {
    server.close();
    scheduler.close();
    engine.close();
    database.close();
  }

  record Answer(int status, String type, String text) {
    JsonNode json() {
      return JSON.readTree(text);
    }

    String at(String pointer) {
      return json().at(pointer).asString();
    }
  }

  Answer get(String path) {
    return send("GET", path, "");
  }

  Answer post(String path, String body, String... headers) {
    return send("POST", path, body, headers);
  }

  Answer put(String path, String body) {
    return send("PUT", path, body);
  }

  Answer send(String method, String path, String body, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(server.url() + path))
            .method(method, BodyPublishers.ofString(body))
            .header("Content-Type", "application/json");
    if (headers.length > 0) {
      request.headers(headers);
    }
    try {
      HttpResponse<String> response = client.send(request.build(), BodyHandlers.ofString());
      return new Answer(
          response.statusCode(),
          response.headers().firstValue("content-type").orElse(""),
          response.body());
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Creates a job and gives its id. */
  String create(String body) {
    Answer answer = post("/api/v1/jobs", body);
    if (answer.status() != 201) {
      throw new AssertionError(answer.toString());
    }
    return answer.at("/id");
  }
}
