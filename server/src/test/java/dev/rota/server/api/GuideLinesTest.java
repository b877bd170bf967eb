package dev.rota.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.server.CurlGuide;
import org.junit.jupiter.api.Test;

/** The shell lines of guides whose other lines are Java run as they stand. */
class GuideLinesTest extends ApiTest {

  @Test
  void targets_and_plans() throws Exception {
    assertThat(new CurlGuide("targets-and-plans.md").run(server.port()))
        .containsExactly(
            "1\nfalse\ntrue\n[\"AskReddit\"]\n", "\"@every 6h\"\ntrue\n", "2\n\"java\"\n");
  }

  @Test
  void windows() throws Exception {
    assertThat(new CurlGuide("windows.md").run(server.port()))
        .containsExactly(
            "\"30 2 * * *\"\nfalse\n204\n",
            "{\"times\":7,\"jobs\":0,\"first\":\"2030-05-01T00:30:00Z\"}\n");
  }
}
