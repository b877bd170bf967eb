package dev.rota.engine.windows;

import dev.rota.InvalidInput;
import java.util.Locale;

/** A WindowPolicy is what becomes of planned times that a window closes. Jobs are always held. */
public enum WindowPolicy {
  /** They wait, and run after it. */
  HOLD,
  /** They are left out. */
  SKIP;

  /** The name used in the database, in JSON and in the documents. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static WindowPolicy of(String word) {
    for (WindowPolicy policy : values()) {
      if (policy.word().equals(word)) {
        return policy;
      }
    }
    throw new InvalidInput("policy", word, "must be hold or skip");
  }
}
