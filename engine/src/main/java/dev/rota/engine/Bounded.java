package dev.rota.engine;

import org.jspecify.annotations.Nullable;

/** Cuts texts that come from outside to what is stored of them. */
final class Bounded {
  private Bounded() {}

  /** At most so many characters, without NUL characters, which PostgreSQL cannot store. */
  static @Nullable String text(@Nullable String text, int longest) {
    if (text == null) {
      return null;
    }
    String clean = text.indexOf('\0') < 0 ? text : text.replace("\0", "");
    if (clean.length() <= longest) {
      return clean;
    }
    int end = Character.isHighSurrogate(clean.charAt(longest - 2)) ? longest - 2 : longest - 1;
    return clean.substring(0, end) + "…";
  }
}
