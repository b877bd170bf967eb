package dev.rota.server.api;

import dev.rota.engine.scheduler.Scheduler;
import dev.rota.engine.scheduler.SchedulerOptions;
import dev.rota.engine.tokens.Tokens;
import dev.rota.server.HttpTest;
import dev.rota.server.Settings;
import dev.rota.server.SettingsSource;
import io.helidon.webserver.http.HttpRouting;
import org.junit.jupiter.api.AfterEach;

/** An ApiTest has the native API on a port of its own. */
abstract class ApiTest extends HttpTest {

  @SuppressWarnings("NullAway.Init") // Set when the routes are added.
  Scheduler scheduler;

  @SuppressWarnings("NullAway.Init")
  NativeApi api;

  @Override
  protected void addTo(HttpRouting.Builder routing) {
    scheduler = Scheduler.start(engine, SchedulerOptions.builder().build());
    new ServerApi(Settings.read(SettingsSource.of(settings())), new Tokens(engine.database()))
        .addTo(routing);
    addFacades(routing);
    api = new NativeApi(engine, scheduler, options());
    api.addTo(routing);
  }

  /** What is served beside the native API, if anything. */
  void addFacades(HttpRouting.Builder routing) {}

  ApiOptions options() {
    return ApiOptions.DEFAULT;
  }

  @AfterEach
  void stopScheduler() {
    api.close();
    scheduler.close();
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
