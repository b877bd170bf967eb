package dev.rota.cli;

import dev.rota.Limits;
import dev.rota.Rules;
import dev.rota.worker.QuotaExceeded;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * CommandLimits are what a command may use: all of it together where there is a cgroup, else each
 * of its processes.
 *
 * @param memory megabytes; null for no limit
 * @param cpu CPU time; null for no limit
 */
record CommandLimits(@Nullable Integer memory, @Nullable Duration cpu) {
  /** How a process ends that the system stops for its CPU time, if it may: SIGXCPU. */
  private static final int TOO_MUCH_CPU = 128 + 24;

  private static final int KILLED = 128 + 9;

  private static final List<Path> SETSID =
      List.of(Path.of("/usr/bin/setsid"), Path.of("/bin/setsid"));

  CommandLimits {
    if (memory != null) {
      Rules.range("memory", memory, 1, 1 << 20);
    }
    if (cpu != null) {
      Rules.range("cpu", cpu, Duration.ofMillis(1), Rules.FURTHEST);
    }
  }

  /** The tighter ones of these and a job's own. */
  CommandLimits and(Limits own) {
    return new CommandLimits(least(memory, own.memoryMb()), least(cpu, own.cpu()));
  }

  private static <T extends Comparable<T>> @Nullable T least(@Nullable T one, @Nullable T other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return one.compareTo(other) < 0 ? one : other;
  }

  /** Refuses a command that was ended like this because it had taken so much CPU time. */
  void refuse(int code, Duration took) {
    if (cpu != null && (code == TOO_MUCH_CPU || (code == KILLED && took.compareTo(cpu) >= 0))) {
      throw QuotaExceeded.cpu(cpu, took);
    }
  }

  QuotaExceeded outOfMemory(int code) {
    return new QuotaExceeded("memory quota of " + memory + " MB exceeded: exit " + code);
  }

  /** The system warns a process first, by a signal that ends most, and kills it a second later. */
  private static String cpuLimit(long seconds) {
    return "ulimit -t " + (seconds + 1) + " && ulimit -S -t " + seconds + " && ";
  }

  /** Whole seconds for the system, which knows no others; the worker looks more closely. */
  private static long ceiling(Duration time) {
    return time.plusNanos(999_999_999).toSeconds();
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
        + (cpu == null ? "" : cpuLimit(ceiling(cpu)))
        + "{ sh -c \"$0\"; code=$?; printf '\\n%s ' \"$1\" >&2; times >&2; exit $code; }";
  }
}
