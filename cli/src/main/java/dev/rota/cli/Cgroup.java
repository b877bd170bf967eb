package dev.rota.cli;

import static java.lang.System.Logger.Level.INFO;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;

/**
 * A Cgroup is the kernel's account of one command and all that it has started: it bounds their
 * memory together, and tells what they have used.
 */
record Cgroup(Path folder) implements AutoCloseable {
  static final String MEMBERS = "cgroup.procs";
  private static final System.Logger LOG = System.getLogger(Cgroup.class.getName());

  /** Whose number is written here belongs to it, with whatever it starts. */
  Path members() {
    return folder.resolve(MEMBERS);
  }

  Duration cpuTime() {
    return Duration.of(number("cpu.stat", "usage_usec "), ChronoUnit.MICROS);
  }

  /** The most bytes that were in use at a time. */
  long memoryPeak() {
    return number("memory.peak", "");
  }

  /** Whether something was killed because there was no memory left. */
  boolean wasOutOfMemory() {
    return number("memory.events", "oom_kill ") > 0;
  }

  /** Kills what is left of it and removes it. */
  @Override
  public void close() {
    try {
      Files.writeString(folder.resolve("cgroup.kill"), "1");
      Files.deleteIfExists(folder);
    } catch (IOException e) {
      LOG.log(INFO, "A cgroup is left behind folder=" + folder, e);
    }
  }

  /** The number behind a word at the beginning of a line; 0 where the kernel does not tell it. */
  private long number(String file, String word) {
    try {
      return Files.readAllLines(folder.resolve(file)).stream()
          .filter(line -> line.startsWith(word))
          .map(line -> Long.parseLong(line.substring(word.length()).strip()))
          .findFirst()
          .orElse(0L);
    } catch (IOException e) {
      return 0;
    }
  }
}
