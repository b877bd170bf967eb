package dev.rota.cli;

import dev.rota.worker.JobContext;
import dev.rota.worker.QuotaExceeded;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A CommandUsage is what a command and all that it has started use: told by its cgroup, or seen in
 * /proc while it runs.
 */
final class CommandUsage {
  private static final Path PROC = Path.of("/proc");
  private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s+(\\d+) kB");
  private static final Pattern PEAK = Pattern.compile("VmHWM:\\s+(\\d+) kB");
  private static final long SHORTEST_MILLIS = 5;
  private static final long LONGEST_MILLIS = 200;

  /** Of the fields behind the name: the times of the process, and of children it has waited for. */
  private static final int FIRST_TIME = 11;

  private static final int TIMES = 4;
  private static final long TICK_MILLIS = 10;

  private final Process process;
  private final @Nullable Cgroup cgroup;
  private Duration cpu = Duration.ZERO;
  private long peakKilobytes;

  CommandUsage(Process process, @Nullable Cgroup cgroup) {
    this.process = process;
    this.cgroup = cgroup;
  }

  /** Looks again and again until the command ends; one that takes too much is an error. */
  void watch(@Nullable Duration timeout, @Nullable Duration most) throws InterruptedException {
    var began = System.nanoTime();
    for (var pause = SHORTEST_MILLIS; ; pause = Math.min(LONGEST_MILLIS, 2 * pause)) {
      sample();
      if (most != null && cpu.compareTo(most) > 0) {
        throw QuotaExceeded.cpu(most, cpu);
      }
      var left = timeout == null ? LONGEST_MILLIS : millisLeft(timeout, began);
      if (left <= 0) {
        throw new IllegalStateException("Timed out: the command ran longer than " + timeout);
      }
      if (process.waitFor(Math.min(left, pause), TimeUnit.MILLISECONDS)) {
        return;
      }
    }
  }

  /** The CPU time that was seen, or told by the command's shell if that is more. */
  Duration cpu(@Nullable Duration exact) {
    return exact == null ? cpu : longer(cpu, exact);
  }

  private static long millisLeft(Duration timeout, long began) {
    return timeout.toMillis() - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
  }

  /**
   * Says what was used.
   *
   * @param exact what the command's shell said, if it did
   */
  void tell(JobContext job, @Nullable Duration exact) {
    if (cgroup != null) {
      cpu = longer(cpu, cgroup.cpuTime());
      peakKilobytes = Math.max(peakKilobytes, cgroup.memoryPeak() >> 10);
    }
    job.cpuTime(cpu(exact));
    if (peakKilobytes > 0) {
      job.memoryPeak((int) Math.max(1, peakKilobytes >> 10));
    }
  }

  private void sample() {
    var millis = 0L;
    var resident = 0L;
    var all = Stream.concat(process.descendants(), Stream.of(process.toHandle())).toList();
    for (var one : all) {
      var folder = PROC.resolve(Long.toString(one.pid()));
      millis += millis(text(folder.resolve("stat")));
      var status = text(folder.resolve("status"));
      resident += kilobytes(RESIDENT, status);
      peakKilobytes = Math.max(peakKilobytes, kilobytes(PEAK, status));
    }
    peakKilobytes = Math.max(peakKilobytes, resident);
    cpu = longer(cpu, cgroup == null ? Duration.ofMillis(millis) : cgroup.cpuTime());
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  private static long millis(String stat) {
    var fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ");
    var ticks = 0L;
    for (var i = FIRST_TIME; i < FIRST_TIME + TIMES && i < fields.length; i++) {
      ticks += Long.parseLong(fields[i]);
    }
    return ticks * TICK_MILLIS;
  }

  private static long kilobytes(Pattern pattern, String status) {
    var found = pattern.matcher(status);
    return found.find() ? Long.parseLong(found.group(1)) : 0;
  }

  /** A process that has ended meanwhile, or a system without /proc, says nothing. */
  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return "";
    }
  }
}
