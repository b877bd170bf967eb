package dev.rota.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** A CronReader reads an expression of five fields, or of six with seconds first. */
final class CronReader {
  private static final CronField[] FIELDS = CronField.values();
  private static final Pattern WORD = Pattern.compile("\\S+");

  private final Expression expression;
  private final String text;

  CronReader(Expression expression) {
    this.expression = expression;
    this.text = expression.text();
  }

  Cron read() {
    if (text.contains("TZ=")) {
      throw expression.wrong("must not hold a time zone: a schedule has a field of its own for it");
    }
    List<CronPart> parts = parts();
    parts.forEach(CronPart::read);
    boolean seconds = parts.size() == FIELDS.length;
    int minute = seconds ? 1 : 0;
    TimesOfDay times =
        new TimesOfDay(
            seconds ? parts.get(0).values() : Bits.of(0),
            parts.get(minute).values(),
            parts.get(minute + 1).values());
    DatePattern dates = dates(parts.get(minute + 2), parts.get(minute + 3), parts.get(minute + 4));
    String written = String.join(" ", parts.stream().map(CronPart::text).toList());
    return new Cron(written, new CronPattern(times, dates));
  }

  private List<CronPart> parts() {
    List<MatchResult> words = WORD.matcher(text).results().toList();
    int skipped = FIELDS.length - words.size();
    if (skipped != 0 && skipped != 1) {
      throw expression.wrong(count(words.size()));
    }
    List<CronPart> parts = new ArrayList<>();
    for (MatchResult word : words) {
      CronField field = FIELDS[parts.size() + skipped];
      parts.add(new CronPart(expression, field, word.start(), word.end()));
    }
    return parts;
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
}
