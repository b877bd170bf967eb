package dev.rota.engine.alerts;

import dev.rota.InvalidInput;
import org.jspecify.annotations.Nullable;

/**
 * RuleSettings are what somebody decided about a rule of alerts.
 *
 * @param threshold from where on it is broken; null for as the node's options say
 * @param enabled whether it is checked
 */
public record RuleSettings(@Nullable Double threshold, boolean enabled) {
  /** A rule that nobody decided anything about. */
  public static final RuleSettings STANDARD = new RuleSettings(null, true);

  public RuleSettings {
    if (threshold != null && !(threshold >= 0 && threshold <= 1e9)) {
      throw new InvalidInput("threshold", threshold, "must be from 0 to 1000000000");
    }
  }
}
