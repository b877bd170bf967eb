package dev.rota.benchmarks;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A Row is one number that a workload brought out.
 *
 * @param unit what it counts; empty for a ratio
 * @param bar what it must reach; null if it is for information only
 * @param note the single rounds, or whatever else explains the number
 */
record Row(
    String workload, String measure, double value, String unit, @Nullable Bar bar, String note) {

  /** The median of several rounds. */
  static Row median(
      String workload, String measure, List<Double> rounds, String unit, @Nullable Bar bar) {
    return new Row(
        workload, measure, Figures.median(rounds), unit, bar, "rounds: " + Figures.all(rounds));
  }

  /** Whether the number reaches its bar; null if it has none. */
  @Nullable Boolean reached() {
    return bar == null ? null : bar.isReached(value);
  }
}
