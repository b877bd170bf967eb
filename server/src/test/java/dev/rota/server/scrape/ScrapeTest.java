package dev.rota.server.scrape;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.scheduler.Scheduler;
import dev.rota.engine.scheduler.SchedulerOptions;
import dev.rota.server.HttpTest;
import dev.rota.server.api.NativeApi;
import dev.rota.testkit.MovableClock;
import io.helidon.webserver.http.HttpRouting;
import org.junit.jupiter.api.BeforeEach;
import tools.jackson.databind.JsonNode;

/** A ScrapeTest has the facade for scrape workers, with the native API beside it. */
abstract class ScrapeTest extends HttpTest {
  static final String JOBS = "/api/scrape-jobs";
  static final String NEXT = JOBS + "/next";
  static final String TIME = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z";
  static final String UUID = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";

  MovableClock clock;

  @BeforeEach
  void takeClock() {
    clock = new MovableClock(database);
  }

  @Override
  protected void addTo(HttpRouting.Builder routing) {
    new ScrapeApi(engine).addTo(routing);
    new NativeApi(engine, Scheduler.open(engine, SchedulerOptions.builder().build()))
        .addTo(routing);
  }

  /** Creates a job and gives its id. */
  String create(String body) {
    Answer answer = post(JOBS, body);
    assertThat(answer.status()).as(answer.text()).isEqualTo(201);
    return answer.at("/data/id");
  }

  String create() {
    return create("{\"domain\": \"example.com\"}");
  }

  /** Claims the next job as this worker. */
  JsonNode claim(String worker) {
    Answer answer = post(NEXT, "", "X-Worker-ID", worker);
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    return answer.json().get("data");
  }

  JsonNode job(String id) {
    Answer answer = get(JOBS + "/" + id);
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    return answer.json().get("data");
  }

  String status(String id) {
    return job(id).get("status").asString();
  }

  Answer update(String id, String body, String... headers) {
    return put(JOBS + "/" + id, body, headers);
  }
}
