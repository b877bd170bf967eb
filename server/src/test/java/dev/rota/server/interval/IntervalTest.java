package dev.rota.server.interval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.scheduler.Scheduler;
import dev.rota.engine.scheduler.SchedulerOptions;
import dev.rota.server.HttpTest;
import dev.rota.server.api.NativeApi;
import dev.rota.testkit.MovableClock;
import io.helidon.webserver.http.HttpRouting;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import tools.jackson.databind.JsonNode;

/** An IntervalTest has the native API, a clock that moves, and a scheduler that it ticks itself. */
abstract class IntervalTest extends HttpTest {
  static final String JOBS = "/api/v1/jobs";

  MovableClock clock;

  @SuppressWarnings("NullAway.Init") // Set when the routes are added.
  Scheduler scheduler;

  @BeforeEach
  void takeClock() {
    clock = new MovableClock(database);
  }

  @Override
  protected void addTo(HttpRouting.Builder routing) {
    scheduler = Scheduler.open(engine, SchedulerOptions.builder().build());
    new NativeApi(engine, scheduler).addTo(routing);
  }

  /** Creates a job and gives its path. */
  String create(String body) {
    Answer answer = post(JOBS, body);
    assertThat(answer.status()).as(answer.text()).isEqualTo(201);
    return JOBS + "/" + answer.at("/id");
  }

  /** One that recurs every half an hour. */
  String recurring() {
    return create(
        """
        {"source_name": "example.com", "url": "https://example.com", "interval_minutes": 30,
         "interval_type": "minutes", "schedule_enabled": true}
        """);
  }

  /** Lets time pass and everything that is due happen. */
  void pass(Duration time) {
    clock.advance(time);
    settle();
  }

  void settle() {
    engine.tick();
    scheduler.tick();
    engine.tick();
  }

  /** What a worker claims of the crawls. */
  JsonNode claim() {
    Answer answer =
        post(
            "/api/v1/workers/exchange",
            """
            {"worker_id": "w-1", "max": 1, "wants": [{"queue": "crawl"}]}
            """);
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    assertThat(answer.json().get("jobs").size()).as("jobs to claim").isEqualTo(1);
    return answer.json().get("jobs").get(0);
  }

  /** Hands in how an execution ended; gives the verdict. */
  String report(JsonNode lease, String members) {
    String verdict =
        post(
                "/api/v1/workers/exchange",
                """
                {"worker_id": "w-1", "reports": [{"job_id": "%s", "fence": "%s", %s}]}
                """
                    .formatted(
                        lease.get("job_id").asString(), lease.get("fence").asString(), members))
            .at("/verdicts/0/verdict");
    scheduler.tick();
    return verdict;
  }

  String complete(JsonNode lease) {
    return report(lease, "\"outcome\": \"completed\"");
  }

  String fail(JsonNode lease) {
    return report(
        lease,
        """
        "outcome": "failed", "error_message": "connection timeout", "stack_trace": "at fetch"\
        """);
  }

  /** How far ahead a member of an answer is. */
  Duration ahead(Answer answer, String pointer) {
    return Duration.between(clock.now(), Instant.parse(answer.at(pointer)));
  }

  void assertAhead(String path, Duration expected) {
    assertThat(ahead(get(path), "/next_run_at")).isBetween(expected.minusSeconds(30), expected);
  }
}
