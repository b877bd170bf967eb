package dev.rota.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimetableTest {
  private static final Instant NOON = Instant.parse("2026-06-01T12:00:00Z");

  private static List<Instant> times(Timetable timetable, Instant from, int count) {
    return timetable.fires(from, Instant.MAX, count).stream().map(Fire::at).toList();
  }

  @Test
  void countsAnIntervalFromItsStart() {
    Timetable timetable = Timetable.of(Trigger.perHour(7)).from(NOON);
    assertThat(timetable.next(Instant.EPOCH)).contains(NOON);
    assertThat(timetable.next(NOON)).contains(NOON.plusSeconds(514));
    assertThat(timetable.next(NOON.plusSeconds(514 * 1_000_000L).minusNanos(1)))
        .contains(NOON.plusSeconds(514 * 1_000_000L));
    assertThat(times(timetable, NOON.plusSeconds(1), 2))
        .containsExactly(NOON.plusSeconds(514), NOON.plusSeconds(1028));
  }

  @Test
  void countsAnIntervalWithoutAStartFrom1970() {
    Timetable timetable = Timetable.of(Trigger.every(15, IntervalUnit.MINUTES));
    assertThat(timetable.next(NOON.plusSeconds(1))).contains(NOON.plusSeconds(900));
    assertThat(timetable.next(Instant.parse("1969-12-31T23:50:00Z"))).contains(Instant.EPOCH);
  }

  @Test
  void countsDaysFromTheFirstTimeAfterItsStart() {
    Trigger trigger = Trigger.everyDays(3, LocalTime.of(9, 30));
    assertThat(times(Timetable.of(trigger).from(NOON), Instant.EPOCH, 2))
        .containsExactly(
            Instant.parse("2026-06-02T09:30:00Z"), Instant.parse("2026-06-05T09:30:00Z"));
    Instant early = Instant.parse("2026-06-01T09:30:00Z");
    assertThat(times(Timetable.of(trigger).from(early), NOON, 1))
        .containsExactly(Instant.parse("2026-06-04T09:30:00Z"));
    // In Auckland that start is half past nine in the evening.
    assertThat(times(Timetable.of(trigger).from(early).in("Pacific/Auckland"), Instant.EPOCH, 1))
        .containsExactly(Instant.parse("2026-06-01T21:30:00Z"));
  }

  @Test
  void includesItsStartAndExcludesItsEnd() {
    Timetable timetable =
        Timetable.of(Trigger.parse("0 * * * *")).from(NOON).until(NOON.plus(Duration.ofHours(2)));
    assertThat(times(timetable, Instant.MIN, 9))
        .containsExactly(NOON, NOON.plus(Duration.ofHours(1)));
    assertThat(timetable.next(NOON.plus(Duration.ofHours(1)))).isEmpty();
    Timetable interval =
        Timetable.of(Trigger.parse("@every 1d")).from(NOON).until(NOON.plus(Duration.ofDays(2)));
    assertThat(times(interval, Instant.MIN, 9))
        .containsExactly(NOON, NOON.plus(Duration.ofDays(1)));
  }

  @Test
  void isStrictlyAfterAnInstantWithinASecond() {
    Timetable timetable = Timetable.of(Trigger.parse("* * * * * *"));
    assertThat(timetable.next(NOON)).contains(NOON.plusSeconds(1));
    assertThat(timetable.next(NOON.plusNanos(1))).contains(NOON.plusSeconds(1));
    assertThat(timetable.next(NOON.minusNanos(1))).contains(NOON);
    assertThat(
            Timetable.of(Trigger.parse("* * * * *")).from(NOON.plusNanos(1000)).next(Instant.MIN))
        .contains(NOON.plusSeconds(60));
  }

  @Test
  void keepsMicroseconds() {
    Timetable timetable =
        Timetable.of(Trigger.every(Duration.ofMinutes(1))).from(NOON.plusNanos(1999));
    assertThat(timetable.start()).isEqualTo(NOON.plusNanos(1000));
  }

  @Test
  void hasNoTimesBeyondWhatCanBeStored() {
    for (String text : List.of("* * * * *", "@every 1h", "@every 1d at 09:30", "0 0 29 2 *")) {
      Timetable timetable = Timetable.of(Trigger.parse(text)).in("Europe/Amsterdam");
      assertThat(timetable.next(Instant.MAX)).isEmpty();
      assertThat(timetable.next(Instant.parse("9999-12-31T23:59:59Z"))).isEmpty();
      assertThat(timetable.next(Instant.MIN)).isPresent();
      assertThat(timetable.fires(Instant.MIN, Instant.MAX, 3)).hasSize(3);
      assertThat(timetable.fires(Instant.MAX, Instant.MIN, 3)).isEmpty();
    }
  }

  @Test
  void refusesWhatHasNoTimes() {
    Timetable timetable = Timetable.of(Trigger.parse("@yearly")).from(NOON);
    assertThatThrownBy(() -> timetable.until(NOON))
        .hasMessage("end \"2026-06-01T12:00:00Z\": must be after the start, 2026-06-01T12:00:00Z");
    Timetable minute = timetable.until(NOON.plusSeconds(60));
    assertThatThrownBy(() -> minute.firingAfter(Instant.EPOCH))
        .hasMessageContaining("would not fire");
    assertThat(timetable.firingAfter(NOON)).isSameAs(timetable);
    assertThatThrownBy(() -> timetable.fires(NOON, NOON, 0))
        .hasMessage("max \"0\": must be from 1 to 10000");
  }

  @Test
  void knowsZonesByName() {
    Timetable timetable = Timetable.of(Trigger.parse("@daily"));
    assertThat(timetable.in("Asia/Kathmandu").zone()).isEqualTo(ZoneId.of("Asia/Kathmandu"));
    assertThat(timetable.in("+05:30").next(NOON)).contains(Instant.parse("2026-06-01T18:30:00Z"));
    assertThatThrownBy(() -> timetable.in("Europe/Atlantis"))
        .hasMessage(
            "time_zone \"Europe/Atlantis\":"
                + " must be a time zone, as in Europe/Amsterdam, UTC or +05:30");
    assertThatThrownBy(() -> timetable.in("no zone")).hasMessageStartingWith("time_zone");
  }

  @Test
  void explainsItself() {
    Timetable weekdays = Timetable.of(Trigger.parse("30 2 * * 1-5")).in("Europe/Amsterdam");
    assertThat(weekdays.explain()).isEqualTo("at 02:30 on weekdays, Europe/Amsterdam");
    assertThat(weekdays.from(NOON).until(NOON.plusSeconds(60)).explain())
        .isEqualTo(
            "at 02:30 on weekdays, Europe/Amsterdam,"
                + " from 2026-06-01T12:00:00Z, until 2026-06-01T12:01:00Z");
    assertThat(Timetable.of(Trigger.perHour(4)).from(NOON).explain())
        .isEqualTo("every 15 minutes, from 2026-06-01T12:00:00Z");
  }
}
