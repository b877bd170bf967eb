package dev.rota.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.server.http.Ids;
import dev.rota.worker.Worker;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class CancelTest extends ApiTest {

  @Override
  ApiOptions options() {
    return new ApiOptions(Duration.ofMinutes(5), Duration.ZERO, Duration.ofMinutes(1));
  }

  @Test
  void a_job_that_stops_when_it_is_asked_to_is_answered_as_cancelled() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    try (Worker worker =
        Worker.on(engine.source())
            .handle(
                "k",
                job -> {
                  begun.countDown();
                  new CountDownLatch(1).await();
                  return null;
                })
            .start()) {
      String path = "/api/v1/jobs/" + create("{\"kind\": \"k\"}");
      begun.await();
      Answer cancelled = post(path + "/cancel", "");
      assertThat(cancelled.status()).isEqualTo(200);
      assertThat(cancelled.at("/status")).isEqualTo("cancelled");
      assertThat(Instant.parse(cancelled.at("/cancelled_at")))
          .isAfterOrEqualTo(Instant.parse(cancelled.at("/created_at")));
      assertThat(worker.awaitIdle(Duration.ofMinutes(1))).isTrue();
    }
  }

  @Test
  void a_job_whose_worker_does_not_react_is_answered_as_asked_to_stop() {
    String id = create("{\"kind\": \"k\"}");
    post(
        "/api/v1/workers/exchange",
        """
        {"worker_id": "w-1", "max": 1, "wants": [{"queue": "default"}]}
        """);
    OnceDesk hasty = new OnceDesk(engine.jobs(), engine.notes(), Duration.ofMillis(30));
    JobView asked = hasty.cancel(Ids.JOB.read("id", id), "ada");
    assertThat(asked.status()).isEqualTo("running");
    assertThat(asked.cancelRequested()).isTrue();
    assertThat(asked.cancelledAt()).isNull();
  }
}
