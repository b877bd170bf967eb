package dev.rota.server.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The lines of docs/guides/security.md run as they stand, and print what stands behind them. */
class SecurityGuideTest extends AccessTest {
  private static final Path GUIDE = Path.of("../docs/guides/security.md");
  private static final Pattern BLOCK = Pattern.compile("(?s)```sh\n(.*?)```");

  @Test
  void the_guide_does_what_it_says() throws Exception {
    assumeTrue(
        new ProcessBuilder("bash", "-c", "command -v curl && command -v jq").start().waitFor() == 0,
        "curl and jq are needed to run the guide");
    List<String> blocks =
        BLOCK.matcher(Files.readString(GUIDE)).results().map(found -> found.group(1)).toList();
    assertThat(blocks).hasSize(3);
    for (String block : blocks) {
      List<String> promised =
          block
              .lines()
              .filter(line -> line.startsWith("# "))
              .map(line -> line.substring(2))
              .toList();
      assertThat(run(block).lines().toList()).as(block).isEqualTo(promised);
    }
  }

  private String run(String block) throws Exception {
    ProcessBuilder bash =
        new ProcessBuilder(
                "bash",
                "-euo",
                "pipefail",
                "-c",
                block.replace("localhost:8060", "127.0.0.1:" + server.port()))
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    bash.environment().put("ADMIN", ADMIN);
    Process process = bash.start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(block + out).isZero();
    return out;
  }
}
