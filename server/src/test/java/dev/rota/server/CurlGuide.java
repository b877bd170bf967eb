package dev.rota.server;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rota.testkit.ShellGuide;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A CurlGuide is a page of docs/guides whose shell lines run as they stand, but for the port. */
public record CurlGuide(String page) {

  /** Runs the blocks one after the other and gives what each printed. */
  public List<String> run(int port) throws IOException, InterruptedException {
    assumeTrue(ShellGuide.canRun(), "curl and jq are needed to run the guide");
    List<String> printed = new ArrayList<>();
    for (String block : new ShellGuide(Path.of("..", "docs", "guides", page)).blocks()) {
      printed.add(ShellGuide.run(block, port));
    }
    return printed;
  }
}
