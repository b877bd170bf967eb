package dev.rota;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The rules that names, keys and numbers obey, each with an error that says so. */
public final class Rules {
  /** No delay, timeout or backoff is longer than this. */
  public static final Duration FURTHEST = Duration.ofDays(3650);

  public static final int PRIORITY_MAX = 100;
  public static final int RETRIES_MAX = 1000;
  public static final int NAME_MAX = 200;
  public static final int KEY_MAX = 500;

  private Rules() {}

  /**
   * A kind, queue, capability, tag or worker name: 1 to 200 characters, none of them a control
   * character.
   */
  public static String name(String field, @Nullable String value) {
    if (value == null || value.isBlank()) {
      throw new InvalidInput(field, value == null ? "" : value, "must not be empty");
    }
    return text(field, value, NAME_MAX);
  }

  /** A key given by a caller: 1 to 500 characters, none of them a control character. */
  public static String key(String field, String value) {
    if (value.isEmpty()) {
      throw new InvalidInput(field, value, "must not be empty");
    }
    return text(field, value, KEY_MAX);
  }

  /** Text of bounded length without control characters. */
  public static String text(String field, String value, int longest) {
    if (value.length() > longest) {
      throw new InvalidInput(
          field, value, "must be at most " + longest + " characters, is " + value.length());
    }
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (Character.isISOControl(c)) {
        throw new InvalidInput(
            field, value, "must not hold control characters, has one at position " + i);
      }
      if (Character.isSurrogate(c) && !isPair(value, i)) {
        throw new InvalidInput(field, value, "must be valid Unicode, is not at position " + i);
      }
    }
    return value;
  }

  public static int range(String field, int value, int least, int most) {
    if (value < least || value > most) {
      throw new InvalidInput(field, value, "must be from " + least + " to " + most);
    }
    return value;
  }

  public static Duration range(String field, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new InvalidInput(field, value, "must be from " + least + " to " + most);
    }
    return value;
  }

  private static boolean isPair(String value, int i) {
    return Character.isHighSurrogate(value.charAt(i))
        ? i + 1 < value.length() && Character.isLowSurrogate(value.charAt(i + 1))
        : i > 0 && Character.isHighSurrogate(value.charAt(i - 1));
  }
}
