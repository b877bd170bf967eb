package dev.rota.engine.windows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.InvalidInput;
import java.time.Duration;
import java.time.Instant;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What a window must be like. */
final class NewWindowTest {
  private static final Instant NOW = Instant.parse("2026-03-02T10:00:00Z");
  private static final Duration HOUR = Duration.ofHours(1);

  @Test
  void aWindowHoldsAndSpreadsOverAMinuteUnlessItSaysOtherwise() {
    NewWindow window = NewWindow.maintenance("w").recurring("@daily", HOUR).build();

    assertThat(window.policy()).isEqualTo(WindowPolicy.HOLD);
    assertThat(window.spread()).isEqualTo(Duration.ofMinutes(1));
    assertThat(window.zone()).isEqualTo("UTC");
    assertThat(window.scope()).isEqualTo(Scope.EVERYTHING);
    assertThat(window.enabled()).isTrue();
  }

  @Test
  void aRecurringWindowHasATriggerAndADuration() {
    refused("duration", () -> recurring("@daily", Duration.ZERO));
    refused("duration", () -> recurring("@daily", Duration.ofSeconds(-1)));
    refused("duration", () -> recurring("@daily", Duration.ofDays(367)));
    refused("trigger", () -> recurring("0 25 * * *", HOUR));
    refused("trigger", () -> recurring("0 0 31 2 *", HOUR));
    refused("trigger", () -> NewWindow.maintenance("w").build());
    refused("trigger", () -> NewWindow.maintenance("w").from(NOW).build());
    refused(
        "time_zone",
        () -> NewWindow.maintenance("w").recurring("@daily", HOUR).zone("Mars/Base").build());
  }

  @Test
  void anEndIsAfterItsStart() {
    refused("ends_at", () -> NewWindow.maintenance("w").once(NOW, NOW).build());
    refused("ends_at", () -> NewWindow.maintenance("w").once(NOW, NOW.minusSeconds(1)).build());
  }

  @Test
  void namesAndScopesAreNames() {
    refused("name", () -> NewWindow.maintenance(" ").once(NOW, NOW.plus(HOUR)).build());
    refused("queue", () -> NewWindow.maintenance("w").queue(""));
    refused("kind", () -> NewWindow.maintenance("w").kind("a\nb"));
    refused("tag", () -> NewWindow.maintenance("w").tag("x".repeat(201)));
    refused("target", () -> NewWindow.maintenance("w").target("x".repeat(194)));
  }

  @Test
  void aSpreadIsADayAtTheMost() {
    NewWindow.Builder window = NewWindow.maintenance("w").once(NOW, NOW.plus(HOUR));

    refused("spread", () -> window.spread(Duration.ofSeconds(-1)).build());
    refused("spread", () -> window.spread(Duration.ofDays(2)).build());
    assertThat(window.spread(Duration.ZERO).build().spread()).isZero();
  }

  @Test
  void wordsAreThoseOfTheDocuments() {
    assertThat(WindowSort.of("execution")).isEqualTo(WindowSort.EXECUTION);
    assertThat(WindowPolicy.of("skip")).isEqualTo(WindowPolicy.SKIP);
    refused("sort", () -> WindowSort.of("freeze"));
    refused("policy", () -> WindowPolicy.of("drop"));
  }

  private static NewWindow recurring(String trigger, Duration duration) {
    return NewWindow.maintenance("w").recurring(trigger, duration).build();
  }

  private static void refused(String field, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(InvalidInput.class, e -> assertThat(e.field()).isEqualTo(field));
  }
}
