package dev.rota.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** A CurlGuide is a page of docs/guides whose shell lines run as they stand, but for the port. */
public record CurlGuide(String page) {
  private static final Pattern BLOCK = Pattern.compile("(?s)```sh\n(.*?)```");

  /** Runs the blocks one after the other and gives what each printed. */
  public List<String> run(int port) throws IOException, InterruptedException {
    assumeTrue(isThere("curl") && isThere("jq"), "curl and jq are needed to run the guide");
    List<String> printed = new ArrayList<>();
    for (String block : blocks()) {
      printed.add(run(block.replace("localhost:8060", "127.0.0.1:" + port)));
    }
    return printed;
  }

  private List<String> blocks() throws IOException {
    String text = Files.readString(Path.of("..", "docs", "guides", page));
    return BLOCK.matcher(text).results().map(found -> found.group(1)).toList();
  }

  private static String run(String block) throws IOException, InterruptedException {
    Process bash =
        new ProcessBuilder("bash", "-euo", "pipefail", "-c", block)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String out = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(bash.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(bash.exitValue()).as(block + out).isZero();
    return out;
  }

  private static boolean isThere(String program) throws IOException, InterruptedException {
    return new ProcessBuilder("bash", "-c", "command -v " + program).start().waitFor() == 0;
  }
}
