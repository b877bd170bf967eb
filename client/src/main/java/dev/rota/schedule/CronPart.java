package dev.rota.schedule;

import dev.rota.InvalidInput;

/**
 * A CronPart is the text of one field of a cron expression, and the values it names: lists of
 * values, ranges and steps, and for days what depends on the month, such as {@code L} and {@code
 * MON#2}.
 */
final class CronPart {
  private final Expression expression;
  private final CronField field;
  private final String text;
  private final int from;
  private final int to;
  private int at;

  private long values;
  private long fromLast;
  private long weekdayFromLast;
  private long nearestWeekday;
  private long last;
  private long nth;

  CronPart(Expression expression, CronField field, int from, int to) {
    this.expression = expression;
    this.field = field;
    this.text = upper(expression.text());
    this.from = from;
    this.to = to;
    this.at = from;
  }

  void read() {
    do {
      item();
    } while (next(','));
    if (at < to) {
      throw wrong(at, at + 1, "is not expected here");
    }
  }

  String text() {
    return expression.text().substring(from, to);
  }

  /** Whether it begins with a star, or is a question mark: it leaves the choice to other fields. */
  boolean isStar() {
    return text.charAt(from) == '*' || text.charAt(from) == '?';
  }

  /** Whether it names every value. */
  boolean isAny() {
    return values == field.all();
  }

  long values() {
    return values;
  }

  MonthDays monthDays() {
    return new MonthDays(isStar(), values, fromLast, weekdayFromLast, nearestWeekday);
  }

  WeekDays weekDays() {
    return new WeekDays(isStar(), values, last, nth);
  }

  /** The refusal of the whole part. */
  InvalidInput wrong(String rule) {
    return wrong(from, to, rule);
  }

  private void item() {
    int start = at;
    if (next('*')) {
      range(field.least, field.most, step());
    } else if (next('?')) {
      any(start);
    } else if (field == CronField.DAY_OF_MONTH && next('L')) {
      lastDay();
    } else {
      valued(start);
    }
  }

  private void any(int start) {
    boolean day = field == CronField.DAY_OF_MONTH || field == CronField.DAY_OF_WEEK;
    if (!day || to - from > 1) {
      throw wrong(start, to, "must not be ?, which stands alone for any day");
    }
    values = field.all();
  }

  /** {@code L}, {@code LW}, {@code L-3} and {@code L-3W}. */
  private void lastDay() {
    int before = next('-') ? number(1, 30, "must be from 1 to 30 days before the last") : 0;
    if (next('W')) {
      weekdayFromLast |= Bits.of(before);
    } else {
      fromLast |= Bits.of(before);
    }
  }

  private void valued(int start) {
    int first = value();
    if (field == CronField.DAY_OF_MONTH && next('W')) {
      nearestWeekday |= Bits.of(first);
    } else if (field == CronField.DAY_OF_WEEK && next('L')) {
      last |= Bits.of(first % 7);
    } else if (field == CronField.DAY_OF_WEEK && next('#')) {
      nth |= Bits.of(7 * number(1, 5, "must be from 1 to 5 after #") + first % 7);
    } else if (next('-')) {
      range(first, value(), step());
    } else if (at < to && text.charAt(at) == '/') {
      range(first % (field.most + 1), field.most, step());
    } else if (at < to && text.charAt(at) != ',') {
      throw wrong(start, to, "must be a value, a range or a step, with commas between them");
    } else {
      range(first, first, 1);
    }
  }

  /** The values from first to last, past the end and on from the beginning if need be. */
  private void range(int first, int last, int step) {
    int end = last < first ? last + field.size() : last;
    for (int i = first; i <= end; i += step) {
      values |= Bits.of(field.least + (i - field.least) % field.size());
    }
  }

  private int step() {
    return next('/')
        ? number(1, field.size(), "must be from 1 to " + field.size() + " after /")
        : 1;
  }

  private int value() {
    int start = at;
    while (at < to && isLetter(text.charAt(at))) {
      at++;
    }
    if (at == start) {
      return number(field.least, field.mostWritten(), field.rule());
    }
    boolean last = field == CronField.DAY_OF_WEEK && at - start == 4 && text.charAt(at - 1) == 'L';
    at = last ? at - 1 : at;
    int value = field.named(text.substring(start, at));
    if (value < 0) {
      throw wrong(start, to(start), field.rule());
    }
    return value;
  }

  private int number(int least, int most, String rule) {
    int start = at;
    int number = 0;
    while (at < to && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      number = Math.min(number * 10 + text.charAt(at) - '0', 1_000_000);
      at++;
    }
    if (start == at || number < least || number > most) {
      throw wrong(start, start == at ? to(start) : at, rule);
    }
    return number;
  }

  /** Where the item ends that the position is in. */
  private int to(int position) {
    int comma = text.indexOf(',', position);
    return comma < 0 || comma > to ? to : comma;
  }

  private boolean next(char c) {
    if (at < to && text.charAt(at) == c) {
      at++;
      return true;
    }
    return false;
  }

  private static boolean isLetter(char c) {
    return c >= 'A' && c <= 'Z';
  }

  /** The text in capitals, every character where it was. */
  private static String upper(String text) {
    StringBuilder upper = new StringBuilder(text);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      upper.setCharAt(i, c >= 'a' && c <= 'z' ? (char) (c - 'a' + 'A') : c);
    }
    return upper.toString();
  }

  private InvalidInput wrong(int start, int end, String rule) {
    return expression.wrong(field.word, start, end, rule);
  }
}
