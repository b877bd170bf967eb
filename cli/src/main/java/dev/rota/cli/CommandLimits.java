package dev.rota.cli;

import dev.rota.Rules;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * CommandLimits are what each process of a command may use.
 *
 * @param memory megabytes of address space; null for no limit
 * @param cpu seconds of CPU time; null for no limit
 */
record CommandLimits(@Nullable Integer memory, @Nullable Integer cpu) {
  private static final List<Path> SETSID =
      List.of(Path.of("/usr/bin/setsid"), Path.of("/bin/setsid"));

  CommandLimits {
    if (memory != null) {
      Rules.range("memory", memory, 1, 1 << 20);
    }
    if (cpu != null) {
      Rules.range("cpu", cpu, 1, 1 << 30);
    }
  }

  /**
   * The words that run a command under these limits, where possible in a session of its own: then a
   * Ctrl-C that stops the worker lets the command finish.
   */
  List<String> words(String command) {
    var shell = Stream.of("sh", "-c", script(), command);
    var apart = SETSID.stream().filter(Files::isExecutable).map(Path::toString).limit(1);
    return Stream.concat(apart, shell).toList();
  }

  private String script() {
    return (memory == null ? "" : "ulimit -v " + memory * 1024L + " && ")
        + (cpu == null ? "" : "ulimit -t " + cpu + " && ")
        + "exec sh -c \"$0\"";
  }
}
