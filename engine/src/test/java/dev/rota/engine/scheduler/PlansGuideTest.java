package dev.rota.engine.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.Lease;
import dev.rota.engine.Guide;
import dev.rota.schedule.Trigger;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples of docs/guides/targets-and-plans.md. */
final class PlansGuideTest extends SchedulerTest {
  private static final Guide GUIDE = Guide.of("targets-and-plans", PlansGuideTest.class);

  @TempDir Path folder;

  @Test
  void targetsAndAPlan() {
    // guide: targets
    scheduler
        .targets()
        .put(
            List.of(
                NewTarget.of("provider", "0x1a").withName("Ada's").withUrl("https://ada.example"),
                NewTarget.of("provider", "0x2b").withApproved(false)));
    scheduler.targets().approve("provider", "0x2b", true);
    scheduler.targets().activate("provider", "0x2b", false);
    // end
    // guide: plan
    scheduler
        .plans()
        .put(
            NewPlan.named("deals", "deal")
                .targets("provider")
                .onlyApproved(true)
                .perHour(4)
                .queue("sp.work")
                .payload(
                    "{\"spAddress\": \"{target}\", \"intervalSeconds\": \"{interval_seconds}\"}")
                .build());
    // end
    scheduler.keep();
    assertThat(schedules.list(ScheduleFilter.first(10)))
        .extracting(Schedule::name)
        .containsExactly("deals/0x1a");
    scheduler.tick();
    List<Lease> leases = source.exchange(List.of(), dev.rota.Claim.of("sp.work", 10)).leases();
    assertThat(leases)
        .extracting(Lease::payload)
        .containsExactly("{\"spAddress\": \"0x1a\", \"intervalSeconds\": 900}");
    assertThat(leases.get(0).tags()).containsExactly("target:0x1a");
  }

  @Test
  void aPlanWithoutTargets() {
    // guide: global
    scheduler
        .plans()
        .put(
            NewPlan.named("cleanup", "cleanup")
                .trigger(Trigger.parse("0 3 * * *"))
                .timeZone("Europe/Amsterdam")
                .build());
    // end
    scheduler.keep();
    assertThat(get("cleanup").timetable().explain()).contains("03:00");
  }

  @Test
  void sourcesOfTargets() throws IOException {
    String path =
        Files.writeString(folder.resolve("providers.csv"), "external_id\n0x1a").toString();
    database.execute("CREATE TABLE public.sp (address text, title text, ok boolean)");
    Duration tenMinutes = Duration.ofMinutes(10);
    // guide: sources
    TargetSources sources = scheduler.sources();
    sources.put(TargetSource.file("list", "provider", path, tenMinutes));
    sources.put(
        TargetSource.http("registry", "provider", "https://registry.invalid/sp", tenMinutes));
    sources.put(
        TargetSource.sql(
            "table",
            "provider",
            "SELECT address AS external_id, title AS name, ok AS approved FROM public.sp",
            tenMinutes));
    SourceState state = sources.sync("list"); // now, whether it is due or not
    // end
    assertThat(state.targets()).isEqualTo(1);
  }

  @Test
  void staleTargets() {
    scheduler.targets().put(NewTarget.of("subreddit", "java"));
    // guide: stale
    scheduler
        .plans()
        .put(
            NewPlan.named("stale", "crawl")
                .targets("subreddit")
                .staleAfter(Duration.ofDays(30))
                .payload("{\"subreddit\": \"{target}\"}")
                .build());
    // end
    clock.advance(Duration.ofDays(31));
    scheduler.keep();
    engine.tick();
    assertThat(claimOne().tags()).containsExactly("target:java", "stale");
  }

  @Test
  void theGuideShowsTheseExamplesToTheLetter() throws IOException {
    GUIDE.showsTheExamplesOfItsTest();
  }
}
