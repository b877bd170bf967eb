package dev.rota.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.server.CurlGuide;
import dev.rota.worker.Worker;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The lines of docs/guides/http.md run as they stand, but for the port; what they promise comes.
 */
class HttpGuideTest extends ApiTest {
  @Test
  void the_guide_does_what_it_says() throws Exception {
    try (Worker worker =
        Worker.on(engine.source())
            .queue("default", 2)
            .handle("rota.echo", job -> job.payload())
            .start()) {
      assertThat(worker.awaitIdle(Duration.ofMinutes(1))).isTrue();
      List<String> printed = new CurlGuide("http.md").run(server.port());
      assertThat(printed).hasSize(10);
      assertThat(printed.get(0))
          .contains("\"status\":\"pending\"")
          .contains("\"priority\": 10")
          .contains("80\n\"paused\"\n\"scheduled\"\n\"cancelled\"\n1\n");
      assertThat(printed.get(1))
          .isEqualTo("{\"partial\":false,\"next_cursor\":null}\n{\"count\":0,\"more\":false}");
      assertThat(printed.get(2)).isEqualTo("false\ntrue\n");
      assertThat(printed.get(3)).isEqualTo("{\"received\":3,\"enqueued\":3}");
      assertThat(printed.get(4)).contains("invalid-input").contains("must be from 0 to 100");
      assertThat(printed.get(5)).isEqualTo("100\ntrue\nfalse\n");
      assertThat(printed.get(6))
          .isEqualTo(
              "at 02:30 on weekdays, Europe/Amsterdam\n".repeat(2) + "3\n1\nenqueued\ntrue\n");
      assertThat(printed.get(7)).isEqualTo("[]\n\"accepted\"\n");
      assertThat(printed.get(8))
          .isEqualTo(
              "no live worker has asked for jobs of kind rota.echo on queue nobody\nno_worker\n");
      assertThat(printed.get(9)).isEqualTo("true\nqueue.paused\nada\n");
    }
  }
}
