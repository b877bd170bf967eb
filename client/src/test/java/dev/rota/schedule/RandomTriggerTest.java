package dev.rota.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.InvalidInput;
import dev.rota.schedule.DstPolicy.Gap;
import dev.rota.schedule.DstPolicy.Overlap;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class RandomTriggerTest {
  private static final List<String> ZONES =
      List.of(
          "UTC",
          "Europe/Amsterdam",
          "America/New_York",
          "Australia/Lord_Howe",
          "America/Sao_Paulo",
          "Antarctica/Troll",
          "Asia/Beirut",
          "Pacific/Apia",
          "Africa/Casablanca",
          "Asia/Kathmandu");
  private static final Instant YEAR_2000 = Instant.parse("2000-01-01T00:00:00Z");

  @Test
  void planTheSameTimesAsTheSlowWay() {
    Dice.roll(
        400,
        dice -> {
          RandomCron cron = RandomCron.of(dice, true);
          try {
            Timetable timetable = timetable(dice, Trigger.parse(cron.text()));
            check(dice, timetable, cron.inEveryHour(), cron::on);
          } catch (InvalidInput refused) {
            assertThat(refused).hasMessageContaining("never fire");
            assertThat(LocalDate.of(2000, 1, 1).datesUntil(LocalDate.of(2040, 1, 1)))
                .noneMatch(cron::matches);
          }
        });
  }

  @Test
  void findRareTimesYearsAhead() {
    Dice.roll(
        200,
        dice -> {
          RandomCron cron = RandomCron.rare(dice);
          Timetable timetable = timetable(dice, Trigger.parse(cron.text()));
          Instant after = instant(dice);
          Instant to = after.plus(Duration.ofDays(45 * 365));
          Optional<Instant> expected =
              new PlainClock(timetable.zone(), timetable.dst(), false)
                  .fires(cron::on, after.plusNanos(1), to).stream()
                      .filter(Fire::runs)
                      .map(Fire::at)
                      .findFirst();
          assertThat(timetable.next(after).filter(to::isAfter))
              .as(timetable + " after " + after)
              .isEqualTo(expected);
        });
  }

  @Test
  void countDaysAsTheSlowWay() {
    Dice.roll(
        300,
        dice -> {
          int days = dice.number(1, 9);
          LocalTime at = LocalTime.of(dice.number(0, 4), dice.number(0, 59));
          Timetable timetable = timetable(dice, Trigger.everyDays(days, at)).from(instant(dice));
          LocalDateTime start = LocalDateTime.ofInstant(timetable.start(), timetable.zone());
          LocalDate first = start.toLocalDate().plusDays(start.toLocalTime().isAfter(at) ? 1 : 0);
          check(
              dice,
              timetable,
              false,
              date ->
                  ChronoUnit.DAYS.between(first, date) % days == 0
                      ? List.of(date.atTime(at))
                      : List.of());
        });
  }

  @Test
  void keepIntervalsExactly() {
    Dice.roll(
        500,
        dice -> {
          Duration length = Duration.ofNanos(1000 * dice.number(1_000_000L, 1_000_000_000_000L));
          Instant start = instant(dice);
          Timetable timetable = Timetable.of(Trigger.every(length)).from(start);
          long k = dice.number(0, 100_000);
          Instant time = start.plus(length.multipliedBy(k));
          assertThat(timetable.next(time.minusNanos(1))).contains(time);
          assertThat(timetable.next(time)).contains(time.plus(length));
          assertThat(Trigger.parse(timetable.trigger().text())).isEqualTo(timetable.trigger());
        });
  }

  private static Timetable timetable(Dice dice, Trigger trigger) {
    Gap gap = dice.pick(List.of(Gap.values()));
    Overlap overlap = dice.pick(List.of(Overlap.values()));
    return Timetable.of(trigger).in(dice.pick(ZONES)).with(new DstPolicy(gap, overlap));
  }

  private static void check(
      Dice dice,
      Timetable timetable,
      boolean inEveryHour,
      Function<LocalDate, List<LocalDateTime>> slow) {
    Instant from = nearChange(dice, timetable);
    Instant to = from.plus(Duration.ofDays(dice.number(1, 9)));
    List<Fire> expected =
        new PlainClock(timetable.zone(), timetable.dst(), inEveryHour).fires(slow, from, to);
    int max = Timetable.PREVIEW_MAX;
    assertThat(timetable.fires(from, to, max))
        .as(timetable + " from " + from)
        .isEqualTo(expected.subList(0, Math.min(max, expected.size())));
    checkNext(dice, timetable, expected, from, to);
  }

  private static void checkNext(
      Dice dice, Timetable timetable, List<Fire> expected, Instant from, Instant to) {
    for (int i = 0; i < 20; i++) {
      Instant after = Instant.ofEpochMilli(dice.number(from.toEpochMilli(), to.toEpochMilli()));
      ZoneOffsetTransition change = timetable.zone().getRules().nextTransition(from);
      if (dice.chance(0.5) && !expected.isEmpty()) {
        after = dice.pick(expected).at();
      } else if (dice.chance(0.2) && change != null && change.getInstant().isBefore(to)) {
        after = change.getInstant();
      }
      Instant asked = after;
      Optional<Instant> next =
          expected.stream().filter(Fire::runs).map(Fire::at).filter(asked::isBefore).findFirst();
      Optional<Instant> found = timetable.next(asked);
      if (next.isPresent()) {
        assertThat(found).as(timetable + " after " + asked).isEqualTo(next);
      } else if (found.isPresent()) {
        assertThat(found.get()).as(timetable + " after " + asked).isAfterOrEqualTo(to);
      }
    }
  }

  /** Some instant after the start, often within days of a change of the clock. */
  private static Instant nearChange(Dice dice, Timetable timetable) {
    Instant start = timetable.start();
    Instant instant = start == null ? instant(dice) : start.plusSeconds(dice.number(0, 1 << 30));
    ZoneOffsetTransition change = timetable.zone().getRules().nextTransition(instant);
    Instant near =
        change == null ? instant : change.getInstant().minusSeconds(dice.number(0, 1 << 18));
    return dice.chance(0.2) || near.isBefore(instant) ? instant : near;
  }

  /** Some instant between 2000 and 2040. */
  private static Instant instant(Dice dice) {
    return YEAR_2000.plusSeconds(dice.number(0, 40L * 365 * 86_400));
  }
}
