package dev.rota.benchmarks.peers;

import java.util.List;
import java.util.Map;

/** A Workload is one thing that contestants are measured by. */
@FunctionalInterface
interface Workload {
  /** Measures it once; gives numbers, or lists of numbers, by name for each contestant. */
  Map<Entrant, Map<String, Object>> run(List<Trial> trials) throws Exception;

  /** A Solo is a workload that contestants are measured by one after the other. */
  @FunctionalInterface
  interface Solo {
    Map<String, Object> run(Trial trial) throws Exception;
  }
}
