package dev.rota.engine.scheduler;

import static dev.rota.engine.scheduler.Fate.ENQUEUED;
import static dev.rota.engine.scheduler.Fate.SKIPPED_WINDOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.NewJob;
import dev.rota.engine.windows.NewWindow;
import dev.rota.engine.windows.WindowPolicy;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Schedules in windows. */
final class WindowGateTest extends SchedulerTest {
  @BeforeEach
  void begin() {
    scheduler = Scheduler.open(engine, SchedulerOptions.builder().build());
    schedules = scheduler.schedules();
    moveTo("2031-06-01T08:30:00Z");
    put(NewSchedule.of("held", NewJob.kind("work").queue("a").build()).trigger("0 * * * *"));
    put(NewSchedule.of("skipped", NewJob.kind("work").queue("b").build()).trigger("0 * * * *"));
    put(NewSchedule.of("free", NewJob.kind("work").queue("c").build()).trigger("0 * * * *"));
    engine.windows().put(window("hold", "a").build(), "ada");
    engine.windows().put(window("skip", "b").policy(WindowPolicy.SKIP).build(), "ada");
  }

  private static NewWindow.Builder window(String name, String queue) {
    return NewWindow.maintenance(name)
        .once(Instant.parse("2031-06-01T08:45:00Z"), Instant.parse("2031-06-01T11:30:00Z"))
        .queue(queue)
        .spread(Duration.ofMinutes(9));
  }

  @Test
  void aWindowHoldsAndLetsGoSpreadOrSkips() {
    tickAt("2031-06-01T09:00:00Z");
    tickAt("2031-06-01T10:00:00Z");
    tickAt("2031-06-01T11:00:00Z");
    assertThat(fates("free")).containsExactly(ENQUEUED, ENQUEUED, ENQUEUED);
    assertThat(fates("held")).isEmpty();
    assertThat(get("held").nextRunAt()).isEqualTo("2031-06-01T09:00:00Z");
    assertThat(get("held").wakeAt()).isEqualTo("2031-06-01T11:30:00Z");
    assertThat(fates("skipped")).containsExactly(SKIPPED_WINDOW, SKIPPED_WINDOW, SKIPPED_WINDOW);
    assertThat(get("skipped").nextRunAt()).isEqualTo("2031-06-01T12:00:00Z");

    tickAt("2031-06-01T11:30:00Z");
    assertThat(occurrences("held"))
        .extracting(o -> Duration.between(o.decidedAt(), o.runAt()).toMinutes())
        .containsExactly(0L, 3L, 6L);
    tickAt("2031-06-01T12:00:00Z");
    assertThat(fates("held")).hasSize(4).containsOnly(ENQUEUED);
    assertThat(fates("skipped")).endsWith(ENQUEUED);
  }

  @Test
  void aWindowThatIsGoneBeforeItsEndHoldsNothing() {
    tickAt("2031-06-01T09:00:00Z");
    engine.windows().delete("hold", "ada");
    assertThat(tickAt("2031-06-01T09:10:00Z").of(ENQUEUED)).isEqualTo(1);
    assertThat(fates("held")).containsExactly(ENQUEUED);
  }
}
