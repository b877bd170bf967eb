package dev.rota.engine.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.scheduler.MigratedCron.Verdict;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class CronMigrationsTest extends PlanTest {
  private static final Map<String, String> CRON =
      new TreeMap<>(
          Map.of(
              "hourly", "0 * * * *",
              "daily", "0 0 * * *",
              "six", "0 */6 * * *",
              "named", "@hourly",
              "office", "0 9-17 * * MON-FRI"));

  @Test
  void expressionsBecomeIntervalsAndWhatHasNoneIsListed() {
    putAll();
    put(schedule("interval").trigger("@every 5m"));
    put(schedule("amsterdam").trigger("0 * * * *").timeZone("Europe/Amsterdam"));
    put(schedule("follows").trigger("0 * * * *").fromCompletion(true));
    assertThat(told(scheduler.cronMigrations().preview()))
        .containsExactly(
            "amsterdam 0 * * * * null REVIEW the clock of Europe/Amsterdam changes, an interval does not",
            "daily 0 0 * * * 1440 CONVERTIBLE null",
            "follows 0 * * * * null REVIEW counts from the end of its jobs",
            "hourly 0 * * * * 60 CONVERTIBLE null",
            "named @hourly 60 CONVERTIBLE null",
            "office 0 9-17 * * MON-FRI null REVIEW its times are not equally far apart",
            "six 0 */6 * * * 360 CONVERTIBLE null");
    assertThat(scheduler.cronMigrations().preview()).as("nothing has changed").hasSize(7);
  }

  @Test
  void noPlannedTimeMovesOnTheWayThereAndBack() {
    putAll();
    Map<String, Instant> before = nexts();
    assertThat(scheduler.cronMigrations().apply("ada"))
        .filteredOn(each -> each.verdict() == Verdict.CONVERTED)
        .hasSize(4);
    assertThat(get("six").timetable().trigger().text()).isEqualTo("@every 6h");
    assertThat(nexts()).isEqualTo(before);
    assertThat(scheduler.cronMigrations().verify())
        .hasSize(4)
        .allMatch(each -> each.verdict() == Verdict.SAME);
    assertThat(scheduler.cronMigrations().back("ada"))
        .hasSize(4)
        .allMatch(each -> each.verdict() == Verdict.RESTORED);
    assertThat(nexts()).isEqualTo(before);
    CRON.forEach(
        (name, cron) -> assertThat(get(name).timetable().trigger().text()).isEqualTo(cron));
    assertThat(scheduler.cronMigrations().verify()).isEmpty();
  }

  @Test
  void whatWasChangedSinceIsToldAndLeftAlone() {
    putAll();
    scheduler.cronMigrations().apply("ada");
    put(schedule("six").trigger("@every 7h"));
    assertThat(scheduler.cronMigrations().verify())
        .filteredOn(each -> each.verdict() == Verdict.DIFFERS)
        .extracting(MigratedCron::schedule)
        .containsExactly("six");
    assertThat(scheduler.cronMigrations().back("ada"))
        .filteredOn(each -> each.verdict() == Verdict.REVIEW)
        .extracting(MigratedCron::note)
        .containsExactly("was changed since: @every 7h");
    assertThat(get("six").timetable().trigger().text()).isEqualTo("@every 7h");
  }

  @Test
  void schedulesOfPlansAreLeftToTheirPlan() {
    plans.put(
        NewPlan.named("metrics", "metrics")
            .trigger(dev.rota.schedule.Trigger.parse("@hourly"))
            .build());
    keeper.keep();
    assertThat(scheduler.cronMigrations().apply("ada"))
        .extracting(MigratedCron::note)
        .containsExactly("belongs to a plan: change that");
  }

  private void putAll() {
    CRON.forEach((name, cron) -> put(schedule(name).trigger(cron)));
  }

  private Map<String, Instant> nexts() {
    Map<String, Instant> nexts = new TreeMap<>();
    CRON.keySet().forEach(name -> nexts.put(name, get(name).nextRunAt()));
    return nexts;
  }

  private static List<String> told(List<MigratedCron> all) {
    return all.stream()
        .map(each ->
            String.join(
                " ",
                each.schedule(),
                each.cron(),
                String.valueOf(each.intervalMinutes()),
                each.verdict().name(),
                String.valueOf(each.note())))
        .toList();
  }
}
