package dev.rota.benchmarks;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * A CpuTime is the processor time that this process and the server's processes have used so far.
 * Unlike a rate it hardly depends on what else the machine does.
 *
 * @param server by process; empty if the server runs elsewhere
 */
record CpuTime(Duration here, Map<Long, Duration> server) {

  static CpuTime now(OptionalLong serverPid) {
    Map<Long, Duration> server = new HashMap<>();
    serverPid.stream()
        .boxed()
        .flatMap(pid -> ProcessHandle.of(pid).stream())
        .flatMap(ProcessHandle::descendants)
        .forEach(child ->
            child.info().totalCpuDuration().ifPresent(used -> server.put(child.pid(), used)));
    return new CpuTime(ofThisProcess(), server);
  }

  /** What this process has used since then, in microseconds for each of so many jobs. */
  double hereSince(CpuTime before, long jobs) {
    return micros(here.minus(before.here), jobs);
  }

  /** What the server's processes have used since then; those that ended meanwhile do not count. */
  double serverSince(CpuTime before, long jobs) {
    Duration used = Duration.ZERO;
    for (Map.Entry<Long, Duration> process : server.entrySet()) {
      used =
          used.plus(process.getValue())
              .minus(before.server.getOrDefault(process.getKey(), Duration.ZERO));
    }
    return server.isEmpty() ? Double.NaN : micros(used, jobs);
  }

  private static double micros(Duration used, long jobs) {
    return used.toNanos() / 1e3 / jobs;
  }

  private static Duration ofThisProcess() {
    var os = ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class);
    return Duration.ofNanos(os.getProcessCpuTime());
  }
}
