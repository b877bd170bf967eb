package dev.rota.cli;

import static java.lang.System.Logger.Level.INFO;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Cgroups are where this process may bound what its commands use: its own folder of the unified
 * hierarchy (cgroup v2), if that was delegated to it.
 */
final class Cgroups {
  private static final System.Logger LOG = System.getLogger(Cgroups.class.getName());
  private static final String UNIFIED = "0::";

  private final Path base;

  private Cgroups(Path base) {
    this.base = base;
  }

  /** Those of this process; null, said in the log, where there are none. */
  static @Nullable Cgroups find() {
    return find(Path.of("/proc/self/cgroup"), Path.of("/sys/fs/cgroup"));
  }

  static @Nullable Cgroups find(Path own, Path mount) {
    try {
      var path =
          Files.readAllLines(own).stream()
              .filter(line -> line.startsWith(UNIFIED))
              .map(line -> line.substring(UNIFIED.length()))
              .findFirst()
              .orElse("/");
      return in(mount.resolve(path.substring(1)));
    } catch (IOException e) {
      LOG.log(
          INFO,
          "No cgroup bounds commands here, ulimit bounds each of their processes reason={0}",
          e.getMessage());
      return null;
    }
  }

  /**
   * A cgroup with children that are bounded may have no process of its own: this one moves to a
   * leaf beside them.
   */
  private static Cgroups in(Path base) throws IOException {
    var controllers = Files.readString(base.resolve("cgroup.controllers"));
    if (!List.of(controllers.strip().split(" ")).contains("memory")) {
      throw new IOException(base + " has no memory controller");
    }
    var leaf = Files.createDirectories(base.resolve("rota-worker"));
    write(leaf.resolve(Cgroup.MEMBERS), Long.toString(ProcessHandle.current().pid()));
    write(base.resolve("cgroup.subtree_control"), "+memory");
    return new Cgroups(base);
  }

  /** Makes one for a command, with so many megabytes. */
  Cgroup open(String name, @Nullable Integer megabytes) throws IOException {
    var folder = Files.createDirectories(base.resolve(name));
    if (megabytes != null) {
      write(folder.resolve("memory.max"), Long.toString((long) megabytes << 20));
      write(folder.resolve("memory.oom.group"), "1");
    }
    return new Cgroup(folder);
  }

  private static void write(Path file, String text) throws IOException {
    Files.writeString(file, text);
  }
}
