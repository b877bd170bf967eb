package dev.rota.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rota.engine.webhooks.Herald;
import dev.rota.testkit.ShellGuide;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The lines of docs/guides/notifications.md run as they stand, but for the ports. */
class NotificationsGuideTest extends WebhookTest {

  @Test
  void the_guide_does_what_it_says() throws Exception {
    assumeTrue(ShellGuide.canRun(), "curl and jq are needed to run the guide");
    work();
    List<String> printed = new ArrayList<>();
    try (Herald herald =
        Herald.start(engine, new WebhookTelling(engine, scheduler), Duration.ofDays(30))) {
      herald.tell();
      for (String block :
          new ShellGuide(Path.of("..", "docs", "guides", "notifications.md")).blocks()) {
        String there = receiver.url().replaceFirst("/hook$", "");
        printed.add(ShellGuide.run(block.replace("http://127.0.0.1:9000", there), server.port()));
      }
    }
    assertThat(printed)
        .containsExactly(
            "whsec\ntest\n",
            "pending\n[\"delivered\",204,\"job.dead\",\"failed\"]\ntrue\n",
            "whsec_\nfalse\n",
            """
            false
            webhook ops is paused: resume it first
            true
            0
            url "ftp://example.org": must be an address as in https://example.org/hook or mailto:ada@example.org
            """);
  }
}
