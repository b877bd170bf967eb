package dev.rota.schedule;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A DurationText is a duration as people write it: numbers, whole or decimal, each with a unit, as
 * in {@code 1h30m}, {@code 1.5h} or {@code 7d}.
 */
public final class DurationText {
  private enum Unit {
    D(86_400_000_000_000L, "day"),
    H(3_600_000_000_000L, "hour"),
    M(60_000_000_000L, "minute"),
    S(1_000_000_000L, "second"),
    MS(1_000_000L, "millisecond"),
    US(1_000L, "microsecond"),
    NS(1L, "nanosecond");

    final long nanos;
    final String word;

    Unit(long nanos, String word) {
      this.nanos = nanos;
      this.word = word;
    }
  }

  private static final BigDecimal LONGEST = BigDecimal.valueOf(Long.MAX_VALUE);

  private final Expression expression;
  private final String text;
  private final int from;
  private final int to;
  private int at;

  DurationText(Expression expression, int from, int to) {
    this.expression = expression;
    this.text = expression.text();
    this.from = from;
    this.to = to;
    this.at = from;
  }

  /** Reads the value of a field. */
  public static Duration parse(String field, String text) {
    Expression expression = new Expression(field, text);
    if (text.isBlank()) {
      throw expression.wrong("must be a duration, as in 1h30m");
    }
    return new DurationText(expression, 0, text.length()).read();
  }

  Duration read() {
    BigDecimal nanos = BigDecimal.ZERO;
    while (at < to) {
      BigDecimal number = number();
      nanos = nanos.add(number.multiply(BigDecimal.valueOf(unit().nanos)));
    }
    if (nanos.compareTo(LONGEST) > 0) {
      throw expression.wrong("duration", from, to, "is too long");
    }
    if (nanos.stripTrailingZeros().scale() > 0) {
      throw expression.wrong("duration", from, to, "must be a whole number of nanoseconds");
    }
    return Duration.ofNanos(nanos.longValueExact());
  }

  private BigDecimal number() {
    int start = at;
    while (at < to && (isDigit(text.charAt(at)) || text.charAt(at) == '.')) {
      at++;
    }
    try {
      return new BigDecimal(text.substring(start, at));
    } catch (NumberFormatException e) {
      int end = start == at ? to : at;
      throw expression.wrong("duration", start, end, "must begin with a number, as in 1h30m");
    }
  }

  private Unit unit() {
    int start = at;
    while (at < to && !isDigit(text.charAt(at)) && text.charAt(at) != '.') {
      at++;
    }
    String unit = text.substring(start, at);
    for (Unit each : Unit.values()) {
      if (each.name().equalsIgnoreCase(unit.replaceFirst("^[µμ]", "u"))) {
        return each;
      }
    }
    throw expression.wrong("unit", start, at, "must be one of ns, us, µs, ms, s, m, h, d");
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /** The text of a duration, in the fewest units: {@code 1h30m}. */
  public static String of(Duration duration) {
    StringBuilder text = new StringBuilder();
    for (Amount amount : amounts(duration)) {
      text.append(amount.count).append(amount.unit.name().toLowerCase(java.util.Locale.ROOT));
    }
    return text.isEmpty() ? "0s" : text.toString();
  }

  /** What comes after "every": "hour", "90 minutes", "1 day and 12 hours". */
  static String words(Duration duration) {
    // "Every day" would promise a time of day, which 24 hours do not keep when clocks change.
    if (duration.equals(Duration.ofDays(1))) {
      return "24 hours";
    }
    List<Amount> amounts = amounts(duration);
    if (amounts.size() == 1 && amounts.get(0).count == 1) {
      return amounts.get(0).unit.word;
    }
    return Phrases.and(amounts.stream().map(Amount::words).toList());
  }

  private static List<Amount> amounts(Duration duration) {
    List<Amount> amounts = new ArrayList<>();
    long rest = duration.toNanos();
    for (Unit unit : Unit.values()) {
      if (rest >= unit.nanos) {
        amounts.add(new Amount(rest / unit.nanos, unit));
        rest %= unit.nanos;
      }
    }
    return amounts;
  }

  private record Amount(long count, Unit unit) {
    String words() {
      return count + " " + unit.word + (count == 1 ? "" : "s");
    }
  }
}
