package dev.rota.schedule;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.InvalidInput;
import dev.rota.schedule.CronMigration.Result;
import dev.rota.schedule.DstPolicy.Gap;
import dev.rota.schedule.DstPolicy.Overlap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Holds the examples of the guide to what the code does. */
class TriggersGuideTest {
  private static final Path GUIDE = Path.of("..", "docs", "guides", "triggers.md");
  private static final Instant NEW_YEAR = Instant.parse("2026-01-01T00:00:00Z");
  private static final Pattern COUNT = Pattern.compile("\"interval_minutes\": (\\d+)");
  private static final Pattern TYPE = Pattern.compile("\"interval_type\": \"(\\w+)\"");

  /** The rows of the table whose header is the given one, without backticks. */
  private static List<List<String>> rows(String header) throws IOException {
    List<String> lines = Files.readAllLines(GUIDE);
    int at = lines.indexOf("| " + header + " |");
    assertThat(at).as("the table with the header " + header).isNotNegative();
    List<List<String>> rows = new ArrayList<>();
    for (int i = at + 2; lines.get(i).startsWith("|"); i++) {
      String row = lines.get(i).replace("`", "");
      rows.add(List.of(row.substring(2, row.length() - 2).split(" \\| ")));
    }
    assertThat(rows).isNotEmpty();
    return rows;
  }

  @Test
  void expressionsMeanWhatItSays() throws IOException {
    for (List<String> row : rows("expression | in words | first times after 2026-01-01T00:00Z")) {
      for (String expression : row.get(0).split(", (?=@)")) {
        Trigger trigger = Trigger.parse(expression);
        int count = row.get(2).split(", ").length;
        String times =
            Timetable.of(trigger).fires(NEW_YEAR.plusNanos(1), Instant.MAX, count).stream()
                .map(fire -> fire.at().atOffset(ZoneOffset.UTC).toString())
                .collect(joining(", "));
        assertThat(List.of(expression, trigger.explain(), times))
            .isEqualTo(List.of(expression, row.get(1), row.get(2)));
      }
    }
  }

  @Test
  void intervalsAreWhatItSays() throws IOException {
    for (List<String> row : rows("given | is")) {
      assertThat(given(row.get(0)).text()).as(row.get(0)).isEqualTo(row.get(1));
    }
  }

  private static Trigger given(String text) {
    if (text.endsWith(" per hour")) {
      return Trigger.perHour(Double.parseDouble(text.replace(" per hour", "")));
    }
    Matcher count = COUNT.matcher(text);
    Matcher type = TYPE.matcher(text);
    return count.find()
        ? CronMigration.trigger(
            Integer.valueOf(count.group(1)), type.find() ? type.group(1) : null, null)
        : Trigger.parse(text);
  }

  @Test
  void policiesAreThoseItNames() throws IOException {
    List<List<String>> rows = rows("policy | choices");
    assertThat(rows.get(0).get(1))
        .isEqualTo(Arrays.stream(Gap.values()).map(Gap::word).collect(joining(", ")))
        .startsWith(DstPolicy.DEFAULT.gap().word());
    assertThat(rows.get(1).get(1))
        .isEqualTo(Arrays.stream(Overlap.values()).map(Overlap::word).collect(joining(", ")))
        .startsWith(DstPolicy.DEFAULT.overlap().word());
  }

  @Test
  void changesOfTheClockDoWhatItSays() throws IOException {
    for (List<String> row : rows("expression | zone | policy | from, days | fires")) {
      String[] policy = row.get(2).split(", ");
      Timetable timetable =
          Timetable.of(Trigger.parse(row.get(0)))
              .in(row.get(1))
              .with(new DstPolicy(Gap.of(policy[0]), Overlap.of(policy[1])));
      String[] span = row.get(3).split(", ");
      String fires = fires(timetable, LocalDate.parse(span[0]), Integer.parseInt(span[1]));
      String expected = row.get(4).replace("; …", "");
      assertThat(row.get(4).endsWith("…") ? fires.substring(0, expected.length()) : fires)
          .as(String.join(" | ", row))
          .isEqualTo(expected);
    }
  }

  private static String fires(Timetable timetable, LocalDate from, int days) {
    Instant first = from.atStartOfDay(timetable.zone()).toInstant();
    Instant last = from.plusDays(days).atStartOfDay(timetable.zone()).toInstant();
    return timetable.fires(first, last, 100).stream()
        .map(fire ->
            fire.at().atZone(timetable.zone()).toOffsetDateTime()
                + (fire.mark() == Fire.Mark.NORMAL ? "" : " " + fire.mark().word()))
        .collect(joining("; "));
  }

  @Test
  void refusalsAreAsItSays() throws IOException {
    for (List<String> row : rows("expression | answer")) {
      assertThatThrownBy(() -> Trigger.parse(row.get(0)))
          .isInstanceOf(InvalidInput.class)
          .hasMessage("cron_expression \"" + row.get(0) + "\": " + row.get(1));
    }
  }

  @Test
  void migrationDoesWhatItSays() throws IOException {
    for (List<String> row : rows("cron | interval_minutes")) {
      Timetable timetable = Timetable.of(Trigger.parse(row.get(0)));
      String result =
          switch (CronMigration.toInterval(timetable, NEW_YEAR)) {
            case Result.Converted converted -> String.valueOf(converted.intervalMinutes());
            case Result.Review review -> "review: " + review.reason();
          };
      assertThat(result).as(row.get(0)).isEqualTo(row.get(1));
    }
  }
}
