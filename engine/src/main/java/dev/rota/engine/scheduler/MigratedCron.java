package dev.rota.engine.scheduler;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A MigratedCron is what the migration from cron says of one schedule.
 *
 * @param cron the expression
 * @param intervalMinutes the interval that plans the same times, if there is one
 * @param note why it needs a review, or in what it differs
 */
public record MigratedCron(
    String schedule,
    String cron,
    @Nullable Integer intervalMinutes,
    Verdict verdict,
    @Nullable String note) {

  /** A Verdict is what is, or has been, done about a schedule. */
  public enum Verdict {
    /** It has an interval that plans the same times. */
    CONVERTIBLE,
    /** It has been given that interval. */
    CONVERTED,
    /** It stays as it is: somebody has to look at it. */
    REVIEW,
    /** It has its expression again. */
    RESTORED,
    /** Expression and interval plan the same times. */
    SAME,
    /** They do not. */
    DIFFERS;

    /** The name used in JSON and in the documents. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
