package dev.rota.postgres;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A Command is a program to run without anything of our environment but the PATH: variables such as
 * PGPORT or LC_ALL must not leak into a server.
 */
record Command(List<String> words) {

  /** What a finished command left behind. */
  record Result(int exitCode, String output) {

    boolean succeeded() {
      return exitCode == 0;
    }
  }

  static Command of(String... words) {
    return new Command(List.of(words));
  }

  /** This command run by that one, as in {@code setsid postgres}. */
  Command through(Command wrapper) {
    var all = new ArrayList<>(wrapper.words);
    all.addAll(words);
    return new Command(all);
  }

  ProcessBuilder builder(Path workingDirectory) {
    var builder =
        new ProcessBuilder(words).directory(workingDirectory.toFile()).redirectErrorStream(true);
    var environment = builder.environment();
    var path = environment.getOrDefault("PATH", "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin");
    environment.clear();
    environment.put("PATH", path);
    environment.put("LC_ALL", "C");
    environment.put("TZ", "UTC");
    return builder;
  }

  /** Runs it to its end; a program that is not there is a result too. */
  Result run(Path workingDirectory) throws InterruptedException {
    try {
      var process = builder(workingDirectory).start();
      process.getOutputStream().close();
      var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Result(process.waitFor(), output.strip());
    } catch (IOException e) {
      return new Result(127, String.valueOf(e.getMessage()));
    }
  }

  @Override
  public String toString() {
    return String.join(" ", words);
  }
}
