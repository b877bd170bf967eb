package dev.rota.benchmarks.peers;

import java.util.Map;

/** A Workload is one thing that contestants are measured by. */
@FunctionalInterface
interface Workload {
  /** Measures it once; gives numbers, or lists of numbers, by name. */
  Map<String, Object> run(Trial trial) throws Exception;
}
