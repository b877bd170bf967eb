package dev.rota.server;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;

/** Finds the word that was meant, most likely: the one that the fewest changes lead to. */
public final class Nearest {
  private Nearest() {}

  public static String of(String word, Collection<String> known) {
    return known.stream()
        .min(
            Comparator.comparingInt((String each) -> distance(word, each))
                .thenComparing(each -> each))
        .orElse("");
  }

  /** How many characters have to be put in, left out or replaced. */
  static int distance(String one, String other) {
    int[] last = new int[other.length() + 1];
    Arrays.setAll(last, i -> i);
    for (int i = 1; i <= one.length(); i++) {
      int[] next = new int[other.length() + 1];
      next[0] = i;
      for (int j = 1; j <= other.length(); j++) {
        int replaced = last[j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        next[j] = Math.min(replaced, 1 + Math.min(last[j], next[j - 1]));
      }
      last = next;
    }
    return last[other.length()];
  }
}
