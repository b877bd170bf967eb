package dev.rota.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class TriggerFieldsTest {
  @Test
  void eachFieldSaysWhen() {
    assertThat(text(Map.of("interval_minutes", "30"))).isEqualTo("@every 30m");
    assertThat(text(Map.of("interval_minutes", "6", "interval_type", "hours")))
        .isEqualTo("@every 6h");
    assertThat(
            text(Map.of("interval_minutes", "1", "interval_type", "days", "time_of_day", "09:30")))
        .isEqualTo("@every 1d at 09:30");
    assertThat(text(Map.of("every", "1h30m"))).isEqualTo("@every 1h30m");
    assertThat(text(Map.of("per_hour", "0.5"))).isEqualTo("@every 2h");
    assertThat(text(Map.of("cron_expression", "0 3 * * *"))).isEqualTo("0 3 * * *");
    assertThat(text(Map.of("schedule_time", "@daily"))).isEqualTo("@daily");
    assertThat(TriggerFields.of(name -> null).trigger(Interval.MINIMUM)).isEmpty();
  }

  @Test
  void anIntervalComesBeforeAScheduleTime() {
    assertThat(text(Map.of("interval_minutes", "30", "schedule_time", "0 * * * *")))
        .isEqualTo("@every 30m");
  }

  @Test
  void whatContradictsItselfIsRefused() {
    refused(
        Map.of("per_hour", "4", "every", "1h"), "per_hour \"every, per_hour\": must be the only");
    refused(Map.of("cron_expression", "@daily", "schedule_time", "@daily"), "schedule_time");
    refused(Map.of("every", "1h", "interval_type", "hours"), "interval_type \"hours\": goes with");
    refused(Map.of("interval_minutes", "1", "time_of_day", "09:30"), "needs interval_type days");
    refused(Map.of("interval_minutes", "1.5"), "interval_minutes \"1.5\": must be a whole number");
    refused(Map.of("per_hour", "often"), "per_hour \"often\": must be a number");
    refused(Map.of("every", "1ms"), "every \"@every 1ms\": must not be shorter than 1s");
    refused(Map.of("every", "soon"), "every");
    refused(
        Map.of("interval_minutes", "1", "interval_type", "days", "time_of_day", "noon"),
        "time_of_day \"noon\": must be as in 09:30");
  }

  private static void refused(Map<String, String> fields, String message) {
    assertThatThrownBy(() -> text(fields)).hasMessageContaining(message);
  }

  private static String text(Map<String, String> fields) {
    return TriggerFields.of(fields::get).trigger(Interval.MINIMUM).orElseThrow().text();
  }
}
