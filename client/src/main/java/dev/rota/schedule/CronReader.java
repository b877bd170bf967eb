package dev.rota.schedule;

import java.util.ArrayList;
import java.util.List;

/** A CronReader reads an expression of five fields, or of six with seconds first. */
final class CronReader {
  private static final CronField[] FIELDS = CronField.values();

  private final Expression expression;
  private final String text;
  private final List<CronPart> parts = new ArrayList<>();

  CronReader(Expression expression) {
    this.expression = expression;
    this.text = expression.text();
  }

  Cron read() {
    if (text.contains("TZ=")) {
      throw expression.wrong("must not hold a time zone: a schedule has a field of its own for it");
    }
    List<int[]> spans = spans();
    int skipped = FIELDS.length - spans.size();
    if (skipped != 0 && skipped != 1) {
      throw expression.wrong(count(spans.size()));
    }
    for (int i = 0; i < spans.size(); i++) {
      parts.add(new CronPart(expression, FIELDS[i + skipped], spans.get(i)[0], spans.get(i)[1]));
      parts.get(i).read();
    }
    int minute = 1 - skipped;
    TimesOfDay times =
        new TimesOfDay(
            skipped == 0 ? parts.get(0).values() : Bits.of(0),
            parts.get(minute).values(),
            parts.get(minute + 1).values());
    return new Cron(
        String.join(" ", parts.stream().map(CronPart::text).toList()),
        new CronPattern(
            times, dates(parts.get(minute + 2), parts.get(minute + 3), parts.get(minute + 4))));
  }

  private static DatePattern dates(CronPart days, CronPart months, CronPart weekDays) {
    DatePattern dates = new DatePattern(days.monthDays(), months.values(), weekDays.weekDays());
    if (!dates.everMatches()) {
      String month = months.isStar() ? "" : " in month \"" + months.text() + "\"";
      String weekDay = weekDays.isAny() ? "" : " on day of week \"" + weekDays.text() + "\"";
      throw days.wrong("never comes" + month + weekDay + ", so this would never fire");
    }
    return dates;
  }

  private String count(int fields) {
    return "must have 5 fields (minute, hour, day of month, month, day of week),"
        + " or 6 with the second first; has "
        + fields;
  }

  private List<int[]> spans() {
    List<int[]> spans = new ArrayList<>();
    int at = 0;
    while (at < text.length()) {
      int from = at;
      while (at < text.length() && !Character.isWhitespace(text.charAt(at))) {
        at++;
      }
      if (from < at) {
        spans.add(new int[] {from, at});
      }
      at++;
    }
    return spans;
  }
}
