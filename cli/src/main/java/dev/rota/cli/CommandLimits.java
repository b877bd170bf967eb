package dev.rota.cli;

import dev.rota.Rules;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * CommandLimits are what a command may use: all of it together where there is a cgroup, else each
 * of its processes.
 *
 * @param memory megabytes; null for no limit
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
   * Ctrl-C that stops the worker lets the command finish. At its end the shell tells on standard
   * error, behind the mark, how much CPU time it took.
   */
  List<String> words(String command, String mark, @Nullable Cgroup cgroup) {
    var shell = Stream.of("sh", "-c", script(cgroup), command, mark);
    var apart = SETSID.stream().filter(Files::isExecutable).map(Path::toString).limit(1);
    return Stream.concat(apart, shell).toList();
  }

  private String script(@Nullable Cgroup cgroup) {
    var memoryLimit =
        memory == null || cgroup != null ? "" : "ulimit -v " + memory * 1024L + " && ";
    return (cgroup == null ? "" : "echo $$ > '" + cgroup.members() + "' && ")
        + memoryLimit
        + (cpu == null ? "" : "ulimit -t " + cpu + " && ")
        + "{ sh -c \"$0\"; code=$?; printf '\\n%s ' \"$1\" >&2; times >&2; exit $code; }";
  }
}
