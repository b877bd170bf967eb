package dev.rota.engine.scheduler;

import dev.rota.InvalidInput;
import java.util.Locale;

/** An OnFailure is what a schedule does when one of its jobs has failed for good. */
public enum OnFailure {
  /** It goes on. */
  CONTINUE,
  /** It makes no more jobs until the failed one was retried by hand and completed. */
  HALT;

  /** The name used in the database, in JSON and in the documents. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static OnFailure of(String word) {
    for (OnFailure choice : values()) {
      if (choice.word().equals(word)) {
        return choice;
      }
    }
    throw new InvalidInput("on_failure", word, "must be continue or halt");
  }
}
