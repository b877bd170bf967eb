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
  void dependencies() throws Exception {
    assertThat(new CurlGuide("dependencies.md").run(server.port()))
        .containsExactly(
            "{\"status\":\"pending\",\"waiting_on\":\"dependency\",\"parents\":[\"fetch\"],\"children\":1}\ndependency\n",
            "accepted\n[\"parse\",{\"fetch\":{\"pages\":3}}]\n",
            """
            dependency
            depends_on[0] "17": must be the id of a job that is there
            jobs[0].depends_on "a": must not lead back to the job itself: a waits for b waits for a
            """);
  }

  @Test
  void batches() throws Exception {
    assertThat(new CurlGuide("batches.md").run(server.port()))
        .containsExactly(
            "{\"status\":\"running\",\"jobs\":2,\"pending\":2,\"completed\":0,\"failed\":0,\"progress\":0}\n",
            "1\n[3,2,1]\n",
            "false\n1\n",
            "{\"action\":\"cancel\",\"expected\":1}\n");
  }

  @Test
  void templates() throws Exception {
    assertThat(new CurlGuide("templates.md").run(server.port()))
        .containsExactly(
            "welcome-mail\n",
            "[\"mail\",\"mail\",20,{\"to\":\"ada@example.com\",\"subject\":\"Hello Ada\",\"copies\":1}]\nscheduled\n",
            "Hello team\n",
            """
            payload.copies
            parameters.name "": must be given: the template has a place for it
            parameters.too "too": is not known: the template has places for copies, name, to
            template "nothing": must be the name of a template that is there
            """);
  }

  @Test
  void windows() throws Exception {
    assertThat(new CurlGuide("windows.md").run(server.port()))
        .containsExactly(
            "\"30 2 * * *\"\nfalse\n204\n",
            "{\"times\":7,\"jobs\":0,\"first\":\"2030-05-01T00:30:00Z\"}\n");
  }
}
