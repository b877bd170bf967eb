package dev.rota.benchmarks.peers;

import dev.rota.benchmarks.Figures;
import java.util.Locale;

/**
 * A Claim is a row of the table: what Rota does, what it is held against, and what it must reach.
 *
 * @param rota what was measured, in words
 * @param beside what it is held against, in words; empty if it is held against the bar alone
 * @param value what must reach the bar; not a number if it was not measured
 */
record Claim(
    String workload, String rota, String beside, double value, boolean atLeast, double bar) {

  static Claim atLeast(String workload, String rota, String beside, double value, double bar) {
    return new Claim(workload, rota, beside, value, true, bar);
  }

  static Claim atMost(String workload, String rota, String beside, double value, double bar) {
    return new Claim(workload, rota, beside, value, false, bar);
  }

  boolean isReached() {
    return atLeast ? value >= bar : value <= bar;
  }

  /** Whether the bar is reached, and by how much. */
  String verdict() {
    if (Double.isNaN(value)) {
      return "not measured yet";
    }
    double margin = bar == 0 ? 0 : Math.abs(value - bar) / bar * 100;
    return String.format(
        Locale.ROOT, isReached() ? "yes, by %.0f %%" : "**no**, by %.0f %%", margin);
  }

  String line() {
    return "| %s | %s | %s | %s | %s %s | %s |"
        .formatted(
            workload, rota, beside, Figures.of(value), atLeast ? "≥" : "≤", number(bar), verdict());
  }

  private static String number(double bar) {
    return bar >= 100 ? String.format(Locale.ROOT, "%,.0f", bar) : Double.toString(bar);
  }
}
