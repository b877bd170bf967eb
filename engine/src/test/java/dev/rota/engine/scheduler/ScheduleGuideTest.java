package dev.rota.engine.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.NewJob;
import dev.rota.engine.Guide;
import dev.rota.schedule.DstPolicy;
import dev.rota.schedule.DstPolicy.Gap;
import dev.rota.schedule.Fire;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The examples of docs/guides/schedules.md, and the tables of occurrences that they lead to. */
final class ScheduleGuideTest extends SchedulerTest {
  private static final Guide GUIDE = Guide.of("schedules", ScheduleGuideTest.class);
  private static final DateTimeFormatter MINUTE =
      DateTimeFormatter.ofPattern("HH:mm").withZone(ZoneOffset.UTC);

  private final NewJob job = NewJob.kind("report").maxRetries(0).build();

  @BeforeEach
  void begin() {
    at("08:30");
  }

  private void at(String time) {
    moveTo("2030-05-01T" + time + ":00Z");
  }

  private void tickAtTime(String time) {
    at(time);
    scheduler.tick();
  }

  /** Holds the table under a heading to what is there. */
  private void leadsTo(String heading) throws IOException {
    List<String> rows =
        occurrences("report").stream()
            .map(o ->
                "| %s | %s | %s | %s |"
                    .formatted(
                        MINUTE.format(o.plannedAt()),
                        o.fate().word(),
                        o.runAt() == null ? "" : MINUTE.format(o.runAt()),
                        told(o.reason()))
                    .replace("  |", " |"))
            .toList();
    assertThat(GUIDE.table(heading)).isEqualTo(rows);
  }

  private static String told(@Nullable String reason) {
    return reason == null ? "" : reason.replaceAll("job \\d+", "job N");
  }

  @Test
  void theGuideShowsTheseExamplesToTheLetter() throws IOException {
    GUIDE.showsTheExamplesOfItsTest();
  }

  @Test
  void aSchedule() throws IOException {
    // guide: create
    NewSchedule report =
        NewSchedule.of(
                "report",
                NewJob.kind("report").queue("reports").payload("{\"of\": \"sales\"}").build())
            .trigger("0 * * * *")
            .timeZone("Europe/Amsterdam")
            .build();
    schedules.put(report, "ada");
    // end
    tickAtTime("09:00");
    tickAtTime("10:00");
    leadsTo("## A schedule and its occurrences");
    // guide: look
    Schedule schedule = schedules.get("report").orElseThrow();
    List<Occurrence> newest = scheduler.occurrences().list(schedule.id(), 100);
    // end
    assertThat(newest).hasSize(2);
    assertThat(texts(GUIDE.blocks("sql").get(0))).hasSize(2);
  }

  @Test
  void theCap() throws IOException {
    // guide: cap
    schedules.put(
        NewSchedule.of("report", job)
            .trigger("0 * * * *")
            .catchUpMax(3)
            .catchUpSpread(Duration.ofMinutes(30))
            .build(),
        "ada");
    // end
    tickAtTime("13:30");
    leadsTo("### The cap and the spread");
    tickAtTime("13:32");
    leadsTo("A minute later the rest follows:");
  }

  @Test
  void theAgeLimit() throws IOException {
    // guide: age
    schedules.put(
        NewSchedule.of("report", job)
            .trigger("0 * * * *")
            .catchUpAge(Duration.ofHours(2))
            .catchUpSpread(Duration.ZERO)
            .build(),
        "ada");
    // end
    tickAtTime("13:30");
    leadsTo("### The age limit");
  }

  @Test
  void nothingCaughtUp() throws IOException {
    // guide: none
    schedules.put(NewSchedule.of("report", job).trigger("0 * * * *").catchUpMax(0).build(), "ada");
    // end
    tickAtTime("11:00");
    leadsTo("### Nothing at all");
  }

  @Test
  void jitter() {
    // guide: jitter
    schedules.put(
        NewSchedule.of("report", job).trigger("0 * * * *").jitter(Duration.ofMinutes(5)).build(),
        "ada");
    // end
    tickAtTime("09:00");
    assertThat(occurrences("report").get(0).lateBy())
        .isBetween(Duration.ZERO, Duration.ofMinutes(6));
  }

  @Test
  void overlapQueue() throws IOException {
    // guide: overlap-queue
    schedules.put(
        NewSchedule.of("report", job).trigger("0 * * * *").overlap(Overlap.QUEUE).build(), "ada");
    // end
    overlap();
    leadsTo("### Queue");
  }

  @Test
  void overlapSkip() throws IOException {
    // guide: overlap-skip
    schedules.put(
        NewSchedule.of("report", job).trigger("0 * * * *").overlap(Overlap.SKIP).build(), "ada");
    // end
    overlap();
    leadsTo("### Skip");
  }

  @Test
  void overlapCancel() throws IOException {
    // guide: overlap-cancel
    schedules.put(
        NewSchedule.of("report", job).trigger("0 * * * *").overlap(Overlap.CANCEL).build(), "ada");
    // end
    overlap();
    leadsTo("### Cancel");
    assertThat(count("run WHERE cancel")).isEqualTo(1);
  }

  /** A run that goes on over the next time. */
  private void overlap() {
    tickAtTime("09:00");
    claimOne();
    tickAtTime("10:00");
  }

  @Test
  void halt() throws IOException {
    // guide: halt
    schedules.put(
        NewSchedule.of("report", job).trigger("0 * * * *").onFailure(OnFailure.HALT).build(),
        "ada");
    // end
    tickAtTime("09:00");
    fail(claimOne());
    tickAtTime("10:00");
    // guide: retry
    schedules.retry("report", "ada");
    // end
    complete(claimOne());
    tickAtTime("11:00");
    leadsTo("## When a job fails for good");
  }

  @Test
  void fromCompletion() throws IOException {
    // guide: from-completion
    schedules.put(
        NewSchedule.of("report", job).every(Duration.ofMinutes(30)).fromCompletion(true).build(),
        "ada");
    // end
    tickAtTime("09:01");
    var lease = claimOne();
    at("09:50");
    complete(lease);
    scheduler.tick();
    tickAtTime("10:21");
    leadsTo("## Counting from the end of a run");
  }

  @Test
  void pause() throws IOException {
    schedules.put(NewSchedule.of("report", job).trigger("0 * * * *").build(), "ada");
    // guide: pause
    schedules.pause("report", "ada");
    // end
    tickAtTime("10:10");
    // guide: resume
    schedules.resume("report", "ada");
    // end
    tickAtTime("11:00");
    leadsTo("## Pause, run now, change");
    // guide: trigger
    schedules.trigger("report", "ada");
    // end
    assertThat(occurrences("report").getLast().reason()).isEqualTo("by hand");
  }

  @Test
  void change() throws IOException {
    schedules.put(NewSchedule.of("report", job).trigger("0 * * * *").catchUpMax(1).build(), "ada");
    at("11:10");
    // guide: change
    schedules.put(
        NewSchedule.of("report", job).trigger("*/15 * * * *").catchUpMax(1).build(), "ada");
    // end
    tickAtTime("11:15");
    leadsTo("Changing *when* it runs closes the old timetable:");
  }

  @Test
  void backfill() throws IOException {
    schedules.put(NewSchedule.of("report", job).trigger("0 * * * *").catchUpMax(0).build(), "ada");
    tickAtTime("12:00");
    // guide: backfill
    Backfilled answer =
        schedules.backfill(
            "report",
            Instant.parse("2030-05-01T09:00:00Z"),
            Instant.parse("2030-05-02T00:00:00Z"),
            "ada");
    // end
    assertThat(answer).isEqualTo(new Backfilled(3, 1, false));
    leadsTo("## Backfill");
  }

  @Test
  void dryRun() {
    schedules.put(NewSchedule.of("report", job).trigger("0 * * * *").build(), "ada");
    at("13:30");
    // guide: dry-run
    Forecast forecast = schedules.dryRun("report");
    for (Ruling ruling : forecast.judgement().rulings()) {
      System.out.println(ruling.plannedAt() + " " + ruling.fate().word() + " " + ruling.runAt());
    }
    // end
    assertThat(forecast.judgement().rulings()).hasSize(5);
    assertThat(fates("report")).isEmpty();
  }

  @Test
  void changesOfTheClock() {
    // guide: preview
    NewSchedule nightly =
        NewSchedule.of("nightly", job)
            .trigger("30 2 * * *")
            .timeZone("Europe/Amsterdam")
            .dst(new DstPolicy(Gap.RUN_AFTER, DstPolicy.Overlap.FIRST))
            .build();
    List<Fire> fires = schedules.preview(nightly, 365);
    List<Fire> affected = fires.stream().filter(f -> f.mark() != Fire.Mark.NORMAL).toList();
    // end
    assertThat(affected).extracting(Fire::mark).containsExactly(Fire.Mark.FIRST, Fire.Mark.MOVED);
  }

  @Test
  void defaults() {
    // guide: options
    SchedulerOptions options =
        SchedulerOptions.builder()
            .catchUpMax(10) // times of a schedule in one tick
            .catchUpAge(null) // no limit
            .catchUpSpread(Duration.ofHours(1))
            .catchUpPause(Duration.ofSeconds(60)) // between two caps; later than that is late
            .jitter(Duration.ZERO)
            .minimumInterval(Duration.ofSeconds(1))
            .keptMonths(13) // of occurrences
            .build();
    // end
    assertThat(options).isEqualTo(SchedulerOptions.builder().build());
  }
}
