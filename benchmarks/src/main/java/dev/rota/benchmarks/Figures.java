package dev.rota.benchmarks;

import java.util.Collection;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Figures are numbers made readable: medians, percentiles, and as many digits as mean something.
 */
public final class Figures {
  private Figures() {}

  public static double median(Collection<Double> numbers) {
    return percentile(numbers, 50);
  }

  /** The number that so many percent of all are not above; between two of them, their mean. */
  public static double percentile(Collection<Double> numbers, double percent) {
    double[] sorted = numbers.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    if (sorted.length == 0) {
      return Double.NaN;
    }
    double place = percent / 100 * (sorted.length - 1);
    int below = (int) Math.floor(place);
    int above = (int) Math.ceil(place);
    return sorted[below] + (sorted[above] - sorted[below]) * (place - below);
  }

  public static String of(double number) {
    double size = Math.abs(number);
    if (Double.isNaN(number)) {
      return "-";
    }
    if (size >= 1000) {
      return String.format(Locale.ROOT, "%,.0f", number);
    }
    return String.format(Locale.ROOT, size >= 100 ? "%.0f" : size >= 10 ? "%.1f" : "%.2f", number);
  }

  /** All of them, in their order. */
  static String all(Collection<Double> numbers) {
    return numbers.stream().map(Figures::of).collect(Collectors.joining(" "));
  }

  public static double mean(Collection<Double> numbers) {
    return numbers.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
  }
}
