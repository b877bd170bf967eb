package dev.rota.engine.scheduler;

import dev.rota.InvalidInput;
import java.util.Locale;

/** An Overlap is what happens to a planned time whose predecessor's job is still live. */
public enum Overlap {
  /** Its job lines up behind. */
  QUEUE,
  /** It is skipped. */
  SKIP,
  /** The job before it is cancelled. */
  CANCEL;

  /** The name used in the database, in JSON and in the documents. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Overlap of(String word) {
    for (Overlap overlap : values()) {
      if (overlap.word().equals(word)) {
        return overlap;
      }
    }
    throw new InvalidInput("overlap", word, "must be queue, skip or cancel");
  }
}
