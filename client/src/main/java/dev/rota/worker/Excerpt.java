package dev.rota.worker;

import java.nio.charset.StandardCharsets;

/**
 * Shortens text so that it can be stored: bounded in UTF-8, and nothing that PostgreSQL refuses.
 */
final class Excerpt {
  private static final String GAP = "\n…\n";

  private Excerpt() {}

  /** The beginning of the text, of at most so many bytes. */
  static String head(String text, int bytes) {
    byte[] all = clean(text).getBytes(StandardCharsets.UTF_8);
    return cut(all, 0, Math.min(bytes, all.length));
  }

  /** The beginning and the end of the text, of at most so many bytes together. */
  static String ends(String text, int bytes) {
    byte[] all = clean(text).getBytes(StandardCharsets.UTF_8);
    if (all.length <= bytes) {
      return new String(all, StandardCharsets.UTF_8);
    }
    int tail = bytes / 4;
    int head = bytes - tail - GAP.getBytes(StandardCharsets.UTF_8).length;
    return cut(all, 0, head) + GAP + cut(all, all.length - tail, all.length);
  }

  /** The whole characters between two offsets. */
  private static String cut(byte[] utf8, int from, int to) {
    int start = from;
    int end = to;
    while (start < end && isInside(utf8, start)) {
      start++;
    }
    while (end > start && end < utf8.length && isInside(utf8, end)) {
      end--;
    }
    return new String(utf8, start, end - start, StandardCharsets.UTF_8);
  }

  private static boolean isInside(byte[] utf8, int at) {
    return (utf8[at] & 0xC0) == 0x80;
  }

  /**
   * Without NUL, which PostgreSQL cannot store; halves of surrogate pairs end as question marks.
   */
  private static String clean(String text) {
    return text.indexOf('\0') < 0 ? text : text.replace('\0', '\uFFFD');
  }
}
