package dev.rota.engine.alerts;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class RulebookTest {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final Rulebook BOOK = new Rulebook(AlertOptions.STANDARD, Map.of());

  private static List<Alert> judge(AlertRule rule, double value, Alert... raised) {
    return BOOK.judge(List.of(new Reading(rule, "s", value)), List.of(raised), NOON);
  }

  @Test
  void aRuleIsBrokenBeyondItsThresholdAndNotAtIt() {
    assertThat(judge(AlertRule.QUEUE_DEPTH, 1000)).isEmpty();
    assertThat(judge(AlertRule.QUEUE_DEPTH, 1001)).hasSize(1);
    assertThat(judge(AlertRule.FAILED_RATE, 0.1)).isEmpty();
    assertThat(judge(AlertRule.FAILED_RATE, 0.11)).hasSize(1);
    assertThat(judge(AlertRule.LONG_RUNNING, 3600)).isEmpty();
    assertThat(judge(AlertRule.LONG_RUNNING, 3601)).hasSize(1);
    assertThat(judge(AlertRule.MISSED_SCHEDULE, 301)).hasSize(1);
    assertThat(judge(AlertRule.SUCCESS_RATE, 0.8)).isEmpty();
    assertThat(judge(AlertRule.SUCCESS_RATE, 0.79)).hasSize(1);
    assertThat(judge(AlertRule.SLOWER, 2)).isEmpty();
    assertThat(judge(AlertRule.SLOWER, 2.1)).hasSize(1);
    assertThat(judge(AlertRule.STALE_LEASES, 2)).isEmpty();
    assertThat(judge(AlertRule.STALE_LEASES, 3)).hasSize(1);
    assertThat(judge(AlertRule.STRANDED_JOBS, 0)).isEmpty();
    assertThat(judge(AlertRule.STRANDED_JOBS, 1)).hasSize(1);
  }

  @Test
  void whatGoesOnKeepsItsBeginningAndTellsItsValueOfNow() {
    Instant before = NOON.minusSeconds(60);
    Alert known = new Alert(AlertRule.QUEUE_DEPTH, "s", 1500, 1000, before, null);
    assertThat(judge(AlertRule.QUEUE_DEPTH, 2000, known))
        .containsExactly(new Alert(AlertRule.QUEUE_DEPTH, "s", 2000, 1000, before, null));
  }

  @Test
  void whatIsNoLongerBrokenOrNoLongerThereIsCleared() {
    Instant before = NOON.minusSeconds(60);
    Alert known = new Alert(AlertRule.LONG_RUNNING, "4711", 4000, 3600, before, null);
    Alert cleared = new Alert(AlertRule.LONG_RUNNING, "4711", 4000, 3600, before, NOON);
    assertThat(judge(AlertRule.LONG_RUNNING, 10, known)).containsExactly(cleared);
    assertThat(BOOK.judge(List.of(), List.of(known), NOON)).containsExactly(cleared);
  }
}
