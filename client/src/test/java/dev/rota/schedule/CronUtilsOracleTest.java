package dev.rota.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import com.cronutils.model.CronType;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.time.ExecutionTime;
import com.cronutils.parser.CronParser;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Another library's opinion on random expressions, in UTC, where it has the same rules. */
class CronUtilsOracleTest {
  private static final int CASES = 600;
  private static final int TIMES = 8;

  private final AtomicInteger compared = new AtomicInteger();

  @Test
  void agreesWithCronUtils() {
    Dice.roll(
        CASES,
        dice -> {
          RandomCron cron = RandomCron.of(dice, false);
          if (hasOwnRule(cron)) {
            return;
          }
          Instant after = Instant.ofEpochSecond(dice.number(946_684_800L, 2_208_988_800L));
          theirs(cron, after)
              .ifPresent(theirs -> {
                assertThat(ours(cron, after)).as(cron.text() + " after " + after).isEqualTo(theirs);
                compared.incrementAndGet();
              });
        });
    assertThat(compared.get()).isGreaterThan(Long.getLong("rota.seed") == null ? CASES / 10 : -1);
  }

  /**
   * Its Unix crons take steps of a star for a choice of days, its Spring crons never say "or"; its
   * steps from a day of the week go on to Sunday; it overlooks {@code L} in lists.
   */
  private static boolean hasOwnRule(RandomCron cron) {
    boolean bothDays = isChoice(cron.day()) && isChoice(cron.weekDay());
    boolean starred = cron.day().isStar() || cron.weekDay().isStar();
    return (bothDays && (starred || cron.second() != null))
        || cron.weekDay().text().matches("(.*,)?\\d/.*")
        || cron.day().text().startsWith("l,");
  }

  private static boolean isChoice(RandomDays days) {
    return !days.text().equals("*") && !days.text().equals("?");
  }

  private static List<Instant> ours(RandomCron cron, Instant after) {
    List<Instant> times = new ArrayList<>();
    Timetable timetable = Timetable.of(Trigger.parse(cron.text()));
    Instant at = after;
    for (int i = 0; i < TIMES; i++) {
      at = timetable.next(at).orElseThrow();
      times.add(at);
    }
    return times;
  }

  /** Nothing, if it does not know the expression or does not get to the end of it. */
  private static Optional<List<Instant>> theirs(RandomCron cron, Instant after) {
    CronType type = cron.second() == null ? CronType.UNIX : CronType.SPRING53;
    List<Instant> times = new ArrayList<>();
    try {
      var definition = CronDefinitionBuilder.instanceDefinitionFor(type);
      var execution = ExecutionTime.forCron(new CronParser(definition).parse(cron.text()));
      ZonedDateTime at = after.atZone(ZoneOffset.UTC);
      for (int i = 0; i < TIMES; i++) {
        at = execution.nextExecution(at).orElseThrow();
        times.add(at.toInstant());
      }
      return Optional.of(times);
    } catch (IllegalArgumentException | DateTimeException | NoSuchElementException e) {
      return Optional.empty();
    }
  }
}
