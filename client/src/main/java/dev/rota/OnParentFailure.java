package dev.rota;

import java.util.Arrays;
import java.util.Locale;

/** An OnParentFailure is what becomes of a job when one that it depends on does not complete. */
public enum OnParentFailure {
  /** It is cancelled. */
  CANCEL,
  /** It fails. */
  FAIL,
  /** It runs all the same, once all of them have ended. */
  RUN;

  /** As it is written in the database and the API. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static OnParentFailure of(String word) {
    return Arrays.stream(values())
        .filter(one -> one.word().equals(word))
        .findFirst()
        .orElseThrow(
            () -> new InvalidInput("on_parent_failure", word, "must be one of cancel, fail, run"));
  }
}
