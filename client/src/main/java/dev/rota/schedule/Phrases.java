package dev.rota.schedule;

import java.util.ArrayList;
import java.util.List;

/** Phrases are the parts of a sentence that explains a trigger: lists and sets of numbers. */
final class Phrases {
  private static final int SHORT = 3;

  private Phrases() {}

  /** "a", "a and b", "a, b and c". */
  static String and(List<String> words) {
    int last = words.size() - 1;
    return last < 1
        ? String.join("", words)
        : String.join(", ", words.subList(0, last)) + " and " + words.get(last);
  }

  /** A set of numbers, with runs and steps drawn together: "0 to 10 and 30". */
  static String numbers(long set) {
    int step = Bits.step(set);
    if (step > 1 && Long.bitCount(set) > SHORT) {
      return Bits.first(set) + " to " + Bits.last(set) + " in steps of " + step;
    }
    List<String> words = new ArrayList<>();
    int from = Bits.first(set);
    while (from >= 0) {
      int to = from;
      while (Bits.has(set, to + 1)) {
        to++;
      }
      if (to - from + 1 >= SHORT) {
        words.add(from + " to " + to);
      } else {
        for (int i = from; i <= to; i++) {
          words.add(String.valueOf(i));
        }
      }
      from = Bits.next(set, to + 1);
    }
    return and(words);
  }
}
