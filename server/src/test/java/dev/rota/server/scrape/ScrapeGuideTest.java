package dev.rota.server.scrape;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.server.Likeness;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Runs the commands of docs/guides/scrape-workers.md in their order and compares the answers. */
class ScrapeGuideTest extends ScrapeTest {
  private static final Path GUIDE = Path.of("..", "docs", "guides", "scrape-workers.md");
  private static final Pattern EXAMPLE =
      Pattern.compile("```bash\\n(.*?)```\\s+```json\\n(.*?)```", Pattern.DOTALL);

  @Test
  void every_command_is_answered_as_shown() throws Exception {
    String guide = Files.readString(GUIDE);
    Matcher examples = EXAMPLE.matcher(guide);
    String id = "";
    int run = 0;
    while (examples.find()) {
      String output = output(examples.group(1), id);
      JsonNode answer = JSON.readTree(output);
      Likeness.check("", answer, JSON.readTree(examples.group(2)));
      id = answer.at("/data/id").asString(id);
      run++;
    }
    assertThat(run).isEqualTo(guide.split("```bash").length - 1).isGreaterThan(5);
  }

  /** What a command prints, on the port of this test. */
  private String output(String command, String id) throws IOException, InterruptedException {
    ProcessBuilder shell =
        new ProcessBuilder(
            "bash",
            "-c",
            command.replace("http://localhost:3000", server.url()).replace("curl", "curl -s"));
    shell.environment().put("ID", id);
    Process process = shell.redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(command + output).isZero();
    return output;
  }
}
