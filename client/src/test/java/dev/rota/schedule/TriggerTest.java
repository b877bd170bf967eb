package dev.rota.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.InvalidInput;
import java.time.Duration;
import java.time.LocalTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TriggerTest {
  @ParameterizedTest
  @CsvSource({
    "@every 1h, PT1H",
    "@every 30m, PT30M",
    "@every 7d, P7D",
    "@every 1h30m, PT1H30M",
    "@every 1.5h, PT1H30M",
    "@every .5m, PT30S",
    "@every 1d2h3m4s5ms6us, P1DT2H3M4.005006S",
    "@every 1000000000ns, PT1S",
    "@every 1000000us, PT1S",
    "@every 1000000µs, PT1S",
    "@every 1000000μs, PT1S",
    "@every 90000ms, PT1M30S",
    "@Every  2H, PT2H"
  })
  void readsDurations(String expression, Duration length) {
    assertThat(Trigger.parse(expression)).isEqualTo(new Interval(length));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "@every 1h30m",
        "@every 8m34s",
        "@every 7d",
        "@every 1s500ms",
        "@every 2d at 09:30",
        "@every 1d at 23:59:59",
        "@hourly",
        "*/5 9-17 * * MON-FRI"
      })
  void readsItsOwnText(String text) {
    assertThat(Trigger.parse(text).text()).isEqualTo(text);
  }

  @Test
  void countsMinutesHoursAndDays() {
    assertThat(Trigger.every(30, IntervalUnit.MINUTES).length()).isEqualTo(Duration.ofMinutes(30));
    assertThat(Trigger.every(6, IntervalUnit.HOURS).length()).isEqualTo(Duration.ofHours(6));
    assertThat(Trigger.every(1, IntervalUnit.DAYS).length()).isEqualTo(Duration.ofHours(24));
    assertThat(IntervalUnit.of(null)).isEqualTo(IntervalUnit.MINUTES);
    assertThat(IntervalUnit.of("days")).isEqualTo(IntervalUnit.DAYS);
  }

  @Test
  void refusesNumbersAndUnitsThatAreNone() {
    assertThatThrownBy(() -> IntervalUnit.of("weeks"))
        .hasMessage("interval_type \"weeks\": must be minutes, hours or days");
    assertThatThrownBy(() -> Trigger.every(0, IntervalUnit.HOURS))
        .hasMessage("interval_minutes \"0\": must be from 1 to 87600");
    assertThatThrownBy(() -> Trigger.every(3651, IntervalUnit.DAYS))
        .hasMessage("interval_minutes \"3651\": must be from 1 to 3650");
    assertThatThrownBy(() -> Trigger.everyDays(0, LocalTime.NOON))
        .hasMessage("days \"0\": must be from 1 to 3650");
    assertThatThrownBy(() -> Trigger.everyDays(1, LocalTime.MAX))
        .hasMessageEndingWith("must be a whole second");
  }

  @ParameterizedTest
  @CsvSource({"4, 900", "6, 600", "2, 1800", "0.5, 7200", "7, 514", "3600, 1", "2500, 1"})
  void roundsTheIntervalOfARateToSeconds(double rate, long seconds) {
    assertThat(Trigger.perHour(rate).length()).isEqualTo(Duration.ofSeconds(seconds));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, 3601, Double.NaN, Double.POSITIVE_INFINITY, 0.000001})
  void refusesRatesOutOfRange(double rate) {
    assertThatThrownBy(() -> Trigger.perHour(rate))
        .isInstanceOf(InvalidInput.class)
        .hasMessageStartingWith("per_hour");
  }

  @Test
  void refusesIntervalsBelowAMinimum() {
    Duration minute = Duration.ofMinutes(1);
    assertThatThrownBy(() -> Trigger.every(Duration.ofMillis(999)))
        .hasMessage("interval \"@every 999ms\": must not be shorter than 1s");
    assertThatThrownBy(() -> Trigger.parse("cron", "@every 59s", minute))
        .hasMessage(
            "cron \"@every 59s\": duration \"59s\" at position 7 must not be shorter than 1m");
    assertThatThrownBy(() -> Trigger.perHour(100).atLeast("per_hour", minute))
        .hasMessage("per_hour \"@every 36s\": must not be shorter than 1m");
    assertThat(Trigger.parse("cron", "@every 10ms", Duration.ofMillis(10)).text())
        .isEqualTo("@every 10ms");
    assertThat(Trigger.parse("cron", "* * * * * *", minute).atLeast("cron", minute).text())
        .isEqualTo("* * * * * *");
  }

  @Test
  void refusesWhatCannotBeStored() {
    assertThatThrownBy(() -> new Interval(Duration.ofSeconds(1, 1)))
        .hasMessageEndingWith("must be a whole number of microseconds");
    assertThatThrownBy(() -> new Interval(Duration.ZERO)).isInstanceOf(InvalidInput.class);
    assertThatThrownBy(() -> new Interval(Duration.ofDays(3651))).isInstanceOf(InvalidInput.class);
  }
}
