package dev.rota.engine.windows;

import dev.rota.InvalidInput;
import java.util.Locale;

/** A WindowSort is what a window does to the work that it matches. */
public enum WindowSort {
  /** Nothing that matches starts inside. */
  MAINTENANCE,
  /** What matches starts inside only. */
  EXECUTION;

  /** The name used in the database, in JSON and in the documents. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static WindowSort of(String word) {
    for (WindowSort sort : values()) {
      if (sort.word().equals(word)) {
        return sort;
      }
    }
    throw new InvalidInput("sort", word, "must be maintenance or execution");
  }
}
