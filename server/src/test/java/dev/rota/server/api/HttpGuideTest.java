package dev.rota.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rota.worker.Worker;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The lines of docs/guides/http.md run as they stand, but for the port; what they promise comes.
 */
class HttpGuideTest extends ApiTest {
  private static final Path GUIDE = Path.of("../docs/guides/http.md");
  private static final Pattern BLOCK = Pattern.compile("(?s)```sh\n(.*?)```");

  @Test
  void the_guide_does_what_it_says() throws Exception {
    assumeTrue(isThere("curl") && isThere("jq"), "curl and jq are needed to run the guide");
    try (Worker worker =
        Worker.on(engine.source())
            .queue("default", 2)
            .handle("rota.echo", job -> job.payload())
            .start()) {
      assertThat(worker.awaitIdle(Duration.ofMinutes(1))).isTrue();
      List<String> printed = new ArrayList<>();
      for (String block : blocks()) {
        printed.add(run(block));
      }
      assertThat(printed.get(0))
          .contains("\"status\":\"pending\"")
          .contains("\"priority\": 10")
          .contains("80\n\"paused\"\n\"scheduled\"\n\"cancelled\"\n1\n");
      assertThat(printed.get(1)).isEqualTo("false\ntrue\n");
      assertThat(printed.get(2)).isEqualTo("{\"received\":3,\"enqueued\":3}");
      assertThat(printed.get(3)).contains("invalid-input").contains("must be from 0 to 100");
      assertThat(printed.get(4)).isEqualTo("100\ntrue\nfalse\n");
      assertThat(printed.get(5))
          .isEqualTo("at 02:30 on weekdays, Europe/Amsterdam\n3\n1\nenqueued\ntrue\n");
      assertThat(printed.get(6)).isEqualTo("[]\n\"accepted\"\n");
      assertThat(printed.get(7))
          .isEqualTo(
              "no live worker has asked for jobs of kind rota.echo on queue nobody\nno_worker\n");
      assertThat(printed.get(8)).isEqualTo("true\nqueue.paused\nada\n");
    }
  }

  private static List<String> blocks() throws Exception {
    List<String> blocks =
        BLOCK.matcher(Files.readString(GUIDE)).results().map(found -> found.group(1)).toList();
    assertThat(blocks).hasSize(9);
    return blocks;
  }

  private String run(String block) throws Exception {
    Process bash =
        new ProcessBuilder(
                "bash",
                "-euo",
                "pipefail",
                "-c",
                block.replace("localhost:8060", "127.0.0.1:" + server.port()))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String out = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(bash.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(bash.exitValue()).as(block + out).isZero();
    return out;
  }

  private static boolean isThere(String program) throws Exception {
    return new ProcessBuilder("bash", "-c", "command -v " + program).start().waitFor() == 0;
  }
}
