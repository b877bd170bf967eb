package dev.rota.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * A RandomField is a field of a cron expression made by chance: its text, and the plain values that
 * the text means, found by counting and not by reading the text. Its ranges may go round, as in
 * {@code 22-2}.
 */
record RandomField(String text, Set<Integer> values) {
  private static final List<String> MONTHS =
      List.of("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC");
  private static final List<String> DAYS = List.of("SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT");

  static RandomField any(int least, int most) {
    return new RandomField("*", count(least, most, 1, least, most));
  }

  static RandomField one(int value) {
    return new RandomField(String.valueOf(value), Set.of(value));
  }

  /** Some hours in a row around those in which clocks change. */
  static RandomField night(Dice dice) {
    int first = dice.number(0, 2);
    int last = dice.number(first, 4);
    return new RandomField(first + "-" + last, count(first, last, 1, 0, 23));
  }

  static RandomField of(Dice dice, int least, int most, double starChance, boolean round) {
    if (dice.chance(starChance)) {
      return any(least, most);
    }
    if (dice.chance(0.2)) {
      int step = dice.number(1, most - least + 1);
      return new RandomField("*/" + step, count(least, most, step, least, most));
    }
    List<String> texts = new ArrayList<>();
    Set<Integer> values = new TreeSet<>();
    for (int i = dice.number(1, 3); i > 0; i--) {
      item(dice, least, most, round, texts, values);
    }
    return new RandomField(String.join(",", texts), values);
  }

  private static void item(
      Dice dice, int least, int most, boolean round, List<String> texts, Set<Integer> values) {
    int first = dice.number(least, round ? most : most - 1);
    int last = dice.number(round ? least : first + 1, most);
    int step = dice.number(1, Math.max(1, (most - least) / 2));
    switch (dice.number(1, 6)) {
      case 1 -> {
        texts.add(name(dice, first, least, most) + "-" + name(dice, last, least, most));
        values.addAll(count(first, last, 1, least, most));
      }
      case 2 -> {
        texts.add(first + "-" + last + "/" + step);
        values.addAll(count(first, last, step, least, most));
      }
      case 3 -> {
        texts.add(first + "/" + step);
        values.addAll(count(first, most, step, least, most));
      }
      default -> {
        texts.add(name(dice, first, least, most));
        values.add(first);
      }
    }
  }

  /** From first to last by steps, going round. */
  private static Set<Integer> count(int first, int last, int step, int least, int most) {
    Set<Integer> values = new TreeSet<>();
    int value = first;
    for (int i = 0; ; i++) {
      if (i % step == 0) {
        values.add(value);
      }
      if (value == last) {
        return values;
      }
      value = value == most ? least : value + 1;
    }
  }

  private static String name(Dice dice, int value, int least, int most) {
    if (dice.chance(0.5) || (most != 12 && most != 6)) {
      return String.valueOf(value);
    }
    String name = most == 12 ? MONTHS.get(value - least) : DAYS.get(value);
    return dice.chance(0.5) ? name : name.toLowerCase(Locale.ROOT);
  }
}
