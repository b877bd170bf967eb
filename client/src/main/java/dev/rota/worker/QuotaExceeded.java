package dev.rota.worker;

import dev.rota.RotaException;
import java.time.Duration;
import java.util.Locale;

/** A QuotaExceeded fails an execution that took more than it may. */
public final class QuotaExceeded extends RotaException {
  /** The error type of such an execution. */
  public static final String CODE = "quota-exceeded";

  private static final double MILLIS = 1_000.0;

  public QuotaExceeded(String message) {
    super(CODE, message);
  }

  /** It took so much CPU time. */
  public static QuotaExceeded cpu(Duration limit, Duration took) {
    return new QuotaExceeded("cpu quota of " + seconds(limit) + " exceeded: " + seconds(took));
  }

  private static String seconds(Duration duration) {
    String text = String.format(Locale.ROOT, "%.3f", duration.toMillis() / MILLIS);
    return text.replaceFirst("\\.?0+$", "") + " s";
  }
}
