package dev.rota.engine.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.NewJob;
import dev.rota.engine.EngineTest;
import dev.rota.testkit.ChildProcess;
import dev.rota.testkit.Eventually;
import dev.rota.testkit.Processes;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A node is killed while it ends jobs and tells of them: every end is told, and none twice. */
final class HeraldCrashTest extends EngineTest {
  private static final int JOBS = 3_000;
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @Test
  void whatANodeThatIsKilledHasNotToldIsToldByAnotherAndNothingTwice() throws Exception {
    new Webhooks(engine)
        .put(
            NewWebhook.of("hook", "https://example.org/hook")
                .withEvents(Set.of(WebhookEvent.JOB_COMPLETED)),
            null,
            "ada");
    engine
        .jobs()
        .enqueueAll(
            Stream.generate(() -> NewJob.kind(HeraldNode.KIND).maxRetries(100).build())
                .limit(JOBS));
    try (ChildProcess victim =
        new Processes()
            .java(
                HeraldNode.class,
                "victim",
                database.jdbcUrl(),
                database.user(),
                database.password())) {
      victim.awaitLine("delivered 50", PATIENCE);
      victim.kill9();
    }
    try (HeraldNode survivor =
        new HeraldNode("survivor", database.jdbcUrl(), database.user(), database.password())) {
      assertThat(survivor.engine.unavailable()).isNull();
      Eventually.await(
          PATIENCE,
          () -> count("delivery WHERE state = 'delivered'") == JOBS,
          "every end to be told");
    }
    assertThat(count("webhook_note")).isZero();
    assertThat(text("SELECT count(DISTINCT identity) FROM rota.delivery"))
        .isEqualTo(String.valueOf(JOBS));
    assertThat(
            text(
                "SELECT count(*) FROM rota.job j JOIN rota.route r ON r.id = j.route WHERE r.queue = 'rota.webhooks'"))
        .as("one job for each delivery")
        .isEqualTo(String.valueOf(JOBS));
  }
}
