package dev.rota.engine.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.Claim;
import dev.rota.Lease;
import dev.rota.NewJob;
import dev.rota.engine.Guide;
import dev.rota.engine.windows.NewWindow;
import dev.rota.engine.windows.Window;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The examples of docs/guides/windows.md. */
final class WindowsGuideTest extends SchedulerTest {
  private static final Guide GUIDE = Guide.of("windows", WindowsGuideTest.class);

  @Test
  void maintenanceEveryNight() {
    // guide: recurring
    NewWindow backups =
        NewWindow.maintenance("backups")
            .recurring("30 2 * * *", Duration.ofHours(1)) // 02:30 to 03:30, every night
            .zone("Europe/Amsterdam")
            .build();
    engine.windows().put(backups, "ada");
    // end
    assertThat(engine.windows().list()).extracting(Window::rule).containsExactly(backups);
    moveTo("2030-05-01T00:30:00Z");
    enqueue("a");
    assertThat(claim(10)).isEmpty();
  }

  @Test
  void workThatStartsAtNightOnly() {
    // guide: execution
    engine
        .windows()
        .put(
            NewWindow.execution("nights-only")
                .recurring("0 22 * * *", Duration.ofHours(8))
                .kind("reindex")
                .build(),
            "ada");
    // end
    moveTo("2030-05-01T20:00:00Z");
    enqueue("reindex");
    assertThat(claim(10)).isEmpty();
    moveTo("2030-05-01T22:01:00Z");
    assertThat(claim(10)).hasSize(1);
    // guide: switch
    engine.windows().disable("nights-only", "ada");
    engine.windows().enable("nights-only", "ada");
    engine.windows().delete("nights-only", "ada");
    // end
    assertThat(engine.windows().list()).isEmpty();
  }

  @Test
  void oneProviderOnOneQueue() {
    // guide: target
    NewWindow provider =
        NewWindow.maintenance("provider-f01000")
            .recurring("0 6 * * SUN", Duration.ofHours(2))
            .queue("sp.work")
            .target("f01000")
            .build();
    // end
    engine.windows().put(provider, "ada");
    moveTo("2030-05-05T07:00:00Z");
    NewJob.Builder deal = NewJob.kind("deal").queue("sp.work");
    engine.jobs().enqueue(deal.tags("target:f01000").build());
    long other = engine.jobs().enqueue(deal.tags("target:f01001").build()).job();
    assertThat(engine.source().exchange(List.of(), Claim.of("sp.work", 10)).leases())
        .extracting(Lease::job)
        .containsExactly(other);
  }

  @Test
  void aWhatIf() {
    // guide: once
    Instant start = Instant.parse("2030-05-01T20:00:00Z");
    NewWindow move =
        NewWindow.maintenance("database-move")
            .once(start, start.plus(Duration.ofHours(4)))
            .queue("crawl")
            .spread(Duration.ofMinutes(15))
            .build();
    // end
    moveTo("2030-05-01T10:00:00Z");
    put(
        NewSchedule.of("hourly", NewJob.kind("crawl").queue("crawl").build())
            .trigger("30 * * * *"));
    // guide: what-if
    WindowEffect effect =
        scheduler.whatIf(move, start.minus(Duration.ofDays(1)), start.plus(Duration.ofDays(1)));
    effect.first(); // planned times: which schedule, when, and until when it would wait
    effect.jobs().total(); // jobs that come due in the window, or are due, if it is closed now
    // end
    assertThat(effect.times()).isEqualTo(4);
    assertThat(effect.jobs().total()).isZero();
  }

  @Test
  void theGuideShowsTheseExamplesToTheLetter() throws IOException {
    GUIDE.showsTheExamplesOfItsTest();
  }
}
