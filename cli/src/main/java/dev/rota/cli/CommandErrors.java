package dev.rota.cli;

import dev.rota.worker.JobContext;
import java.time.Duration;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * CommandErrors are what a command writes to its standard error: progress, the reason of a failure,
 * and at the end what its shell says about CPU time.
 */
final class CommandErrors {
  private static final Pattern PROGRESS = Pattern.compile("progress (\\d{1,3})(?: (.*))?");
  private static final Pattern TIME = Pattern.compile("(\\d+)m(\\d+)[.,](\\d+)s");
  private static final int LONGEST_REASON = 4_000;
  private static final int NANO_DIGITS = 9;

  private final JobContext job;
  private final String mark = "rota-" + UUID.randomUUID();
  private final StringBuilder reason = new StringBuilder();
  private @Nullable Duration cpuTime;

  CommandErrors(JobContext job) {
    this.job = job;
  }

  /** What stands before the times of the shell; no command can guess it. */
  String mark() {
    return mark;
  }

  synchronized void heard(String line) {
    if (cpuTime != null || line.startsWith(mark)) {
      cpuTime = (cpuTime == null ? Duration.ZERO : cpuTime).plus(times(line));
      return;
    }
    var progress = PROGRESS.matcher(line);
    if (progress.matches()) {
      job.progress(Integer.parseInt(progress.group(1)), progress.group(2));
    } else {
      reason.append(line).append('\n');
      if (reason.length() > 2 * LONGEST_REASON) {
        reason.delete(0, reason.length() - LONGEST_REASON);
      }
    }
  }

  /** The end of what was said. */
  synchronized String reason() {
    var text = reason.toString().strip();
    return text.substring(Math.max(0, text.length() - LONGEST_REASON));
  }

  /** What the shell and its children took; null if it did not come to its end. */
  synchronized @Nullable Duration cpuTime() {
    return cpuTime;
  }

  private static Duration times(String line) {
    return TIME.matcher(line)
        .results()
        .map(time ->
            Duration.ofMinutes(Long.parseLong(time.group(1)))
                .plusSeconds(Long.parseLong(time.group(2)))
                .plusNanos(nanos(time.group(3))))
        .reduce(Duration.ZERO, Duration::plus);
  }

  private static long nanos(String decimals) {
    return Long.parseLong((decimals + "0".repeat(NANO_DIGITS)).substring(0, NANO_DIGITS));
  }
}
