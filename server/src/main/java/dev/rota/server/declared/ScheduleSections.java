package dev.rota.server.declared;

import dev.rota.InvalidInput;
import dev.rota.NewJob;
import dev.rota.engine.scheduler.CatchUp;
import dev.rota.engine.scheduler.NewSchedule;
import dev.rota.engine.scheduler.OnFailure;
import dev.rota.engine.scheduler.Overlap;
import dev.rota.schedule.DstPolicy;
import dev.rota.schedule.Interval;
import dev.rota.schedule.Trigger;
import dev.rota.schedule.TriggerFields;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/** Reads the sections under {@code schedules}. */
final class ScheduleSections {
  private static final List<String> OWN =
      List.of(
          "metadata",
          "limits",
          "requires",
          "concurrency_key",
          "concurrency_limit",
          "starts_at",
          "ends_at",
          "dst_gap",
          "dst_overlap",
          "from_completion");

  private ScheduleSections() {}

  static NewSchedule read(String name, Section section) {
    section.only(PlanSections.keys(OWN));
    Trigger trigger =
        TriggerFields.of(section::text)
            .trigger(Interval.MINIMUM)
            .orElseThrow(() ->
                new InvalidInput(
                    "cron_expression", "", "must be set, or another field that says when"));
    CatchUp catchUp = PlanSections.catchUp(section);
    return NewSchedule.of(name, job(section))
        .trigger(trigger)
        .timeZone(section.text("time_zone", "UTC"))
        .start(section.instant("starts_at"))
        .end(section.instant("ends_at"))
        .dst(dst(section))
        .fromCompletion(section.flag("from_completion", false))
        .overlap(Overlap.of(section.text("overlap", Overlap.QUEUE.word())))
        .onFailure(OnFailure.of(section.text("on_failure", OnFailure.CONTINUE.word())))
        .catchUpMax(catchUp.max())
        .catchUpAge(catchUp.age())
        .catchUpSpread(catchUp.spread())
        .jitter(catchUp.jitter())
        .build();
  }

  private static DstPolicy dst(Section section) {
    DstPolicy usual = DstPolicy.DEFAULT;
    return new DstPolicy(
        DstPolicy.Gap.of(section.text("dst_gap", usual.gap().word())),
        DstPolicy.Overlap.of(section.text("dst_overlap", usual.overlap().word())));
  }

  private static NewJob job(Section section) {
    NewJob.Builder job =
        NewJob.kind(section.required("kind"))
            .queue(section.text("queue", NewJob.DEFAULT_QUEUE))
            .payload(section.json("payload", "{}"))
            .priority(Objects.requireNonNullElse(section.integer("priority"), 0))
            .requires(section.texts("requires").toArray(String[]::new))
            .tags(section.texts("tags").toArray(String[]::new))
            .metadata(section.sortedJson("metadata", "{}"))
            .tenant(section.text("tenant"))
            .limits(LimitSections.read(section));
    Integer retries = section.integer("max_retries");
    if (retries != null) {
      job.maxRetries(retries);
    }
    Duration timeout = section.duration("timeout");
    if (timeout != null) {
      job.timeout(timeout);
    }
    String key = section.text("concurrency_key");
    if (key != null) {
      job.concurrency(key, Objects.requireNonNullElse(section.integer("concurrency_limit"), 1));
    }
    return job.build();
  }
}
