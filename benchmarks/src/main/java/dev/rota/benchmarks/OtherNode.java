package dev.rota.benchmarks;

import dev.rota.benchmarks.contest.Pings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** An OtherNode is a node in a process of its own that enqueues jobs and runs none. */
final class OtherNode {
  private OtherNode() {}

  /** Lets another process enqueue so many jobs, and waits for its end. */
  static void ping(Scratch database, int pings) throws IOException, InterruptedException {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            OtherNode.class.getName(),
            Integer.toString(pings));
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (OutputStream in = process.getOutputStream()) {
      // Not as an argument: everybody on the machine can read those.
      in.write((database.url() + "\n").getBytes(StandardCharsets.UTF_8));
    }
    int status = process.waitFor();
    if (status != 0) {
      throw new IllegalStateException("the other node ended with status " + status);
    }
  }

  public static void main(String[] args) throws Exception {
    String url =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
    try (RotaQueue queue = new RotaQueue(Scratch.at(url), "producer")) {
      Pings.send(queue, Integer.parseInt(args[0]));
    }
  }
}
