package dev.rota.benchmarks;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A Workload is one thing to measure. */
interface Workload {
  /** What it is called on the command line. */
  String name();

  /** Runs it and gives its numbers. */
  List<Row> run(Setting setting) throws Exception;

  /**
   * A Setting is where and how large a workload runs.
   *
   * @param recording where the profile of the drain goes, if it is wanted
   */
  record Setting(Server server, Scale scale, Progress progress, Optional<Path> recording) {}
}
