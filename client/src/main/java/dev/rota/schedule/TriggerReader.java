package dev.rota.schedule;

import dev.rota.Rules;
import java.time.Duration;
import java.time.LocalTime;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A TriggerReader reads one expression: a cron expression or one that begins with {@code @}. */
final class TriggerReader {
  private static final Map<String, String> NAMED = new LinkedHashMap<>();

  static {
    NAMED.put("@yearly", "0 0 1 1 *");
    NAMED.put("@annually", "0 0 1 1 *");
    NAMED.put("@monthly", "0 0 1 * *");
    NAMED.put("@weekly", "0 0 * * 0");
    NAMED.put("@daily", "0 0 * * *");
    NAMED.put("@midnight", "0 0 * * *");
    NAMED.put("@hourly", "0 * * * *");
  }

  private static final Pattern EVERY =
      Pattern.compile(
          "\\s*@every(?:\\s+(?<length>\\S+)(?:\\s+at\\s+(?<time>\\S+))?)?\\s*",
          Pattern.CASE_INSENSITIVE);

  private final Expression expression;
  private final Duration minimum;

  TriggerReader(Expression expression, Duration minimum) {
    this.expression = expression;
    this.minimum = minimum.compareTo(Interval.SHORTEST) < 0 ? Interval.SHORTEST : minimum;
  }

  Trigger read() {
    String text = expression.text().strip().toLowerCase(Locale.ROOT);
    if (text.isEmpty()) {
      throw expression.wrong("must not be empty");
    }
    if (!text.startsWith("@")) {
      return new CronReader(expression).read();
    }
    return text.startsWith("@every") ? every() : named(text);
  }

  private Cron named(String name) {
    String cron = NAMED.get(name);
    if (cron == null) {
      throw expression.wrong(
          "must be one of " + String.join(", ", NAMED.keySet()) + ", or @every and a duration");
    }
    return new CronReader(new Expression(expression.field(), cron)).read().named(name);
  }

  private Trigger every() {
    Matcher matcher = EVERY.matcher(expression.text());
    if (!matcher.matches() || matcher.group("length") == null) {
      throw expression.wrong("must be as in @every 1h30m or @every 2d at 09:30");
    }
    int from = matcher.start("length");
    int to = matcher.end("length");
    Duration length = length(from, to);
    if (matcher.group("time") == null) {
      return new Interval(length);
    }
    if (length.toDays() == 0 || !length.equals(Duration.ofDays(length.toDays()))) {
      throw expression.wrong("duration", from, to, "must be whole days if there is a time of day");
    }
    return new DayInterval((int) length.toDays(), time(matcher));
  }

  private Duration length(int from, int to) {
    Duration length = new DurationText(expression, from, to).read();
    if (length.compareTo(minimum) < 0) {
      throw expression.wrong(
          "duration", from, to, "must not be shorter than " + DurationText.of(minimum));
    }
    if (length.compareTo(Rules.FURTHEST) > 0) {
      throw expression.wrong(
          "duration", from, to, "must not be longer than " + DurationText.of(Rules.FURTHEST));
    }
    if (length.toNanos() % 1000 != 0) {
      throw expression.wrong("duration", from, to, "must be a whole number of microseconds");
    }
    return length;
  }

  private LocalTime time(Matcher matcher) {
    try {
      LocalTime time = LocalTime.parse(matcher.group("time"));
      if (time.equals(time.truncatedTo(ChronoUnit.SECONDS))) {
        return time;
      }
    } catch (DateTimeParseException e) {
      // The refusal below says what is expected; the parser's words would not help.
    }
    throw expression.wrong(
        "time of day",
        matcher.start("time"),
        matcher.end("time"),
        "must be as in 09:30 or 09:30:15");
  }
}
