package dev.rota.server.declared;

import dev.rota.NewJob;
import dev.rota.engine.scheduler.CatchUp;
import dev.rota.engine.scheduler.NewPlan;
import dev.rota.engine.scheduler.OnFailure;
import dev.rota.engine.scheduler.Overlap;
import dev.rota.schedule.Interval;
import dev.rota.schedule.TriggerFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Reads the sections under {@code plans}. */
final class PlanSections {
  /** What plans and schedules have in common. */
  static final List<String> COMMON =
      List.of(
          "kind",
          "queue",
          "payload",
          "priority",
          "max_retries",
          "timeout",
          "tags",
          "tenant",
          "time_zone",
          "overlap",
          "on_failure",
          "catchup_max",
          "catchup_age",
          "catchup_spread",
          "jitter");

  private static final List<String> OWN =
      List.of("targets", "only_approved", "one_per_target", "phase", "stale_after", "enabled");

  private PlanSections() {}

  static NewPlan read(String name, Section section, boolean allowed) {
    section.only(keys(OWN));
    return NewPlan.named(name, section.required("kind"))
        .targets(section.text("targets"))
        .onlyApproved(section.flag("only_approved", false))
        .onePerTarget(section.flag("one_per_target", true))
        .queue(section.text("queue", NewJob.DEFAULT_QUEUE))
        .payload(section.json("payload", "{}"))
        .priority(Objects.requireNonNullElse(section.integer("priority"), 0))
        .maxRetries(section.integer("max_retries"))
        .timeout(section.duration("timeout"))
        .tags(section.texts("tags").toArray(String[]::new))
        .tenant(section.text("tenant"))
        .trigger(TriggerFields.of(section::text).trigger(Interval.MINIMUM).orElse(null))
        .timeZone(section.text("time_zone", "UTC"))
        .phase(section.duration("phase"))
        .overlap(Overlap.of(section.text("overlap", Overlap.QUEUE.word())))
        .onFailure(OnFailure.of(section.text("on_failure", OnFailure.CONTINUE.word())))
        .catchUp(catchUp(section))
        .staleAfter(section.duration("stale_after"))
        .enabled(section.flag("enabled", true) && allowed)
        .build();
  }

  static List<String> keys(List<String> own) {
    List<String> keys = new ArrayList<>(COMMON);
    keys.addAll(TriggerFields.NAMES);
    keys.addAll(own);
    return keys;
  }

  static CatchUp catchUp(Section section) {
    return new CatchUp(
        section.integer("catchup_max"),
        section.duration("catchup_age"),
        section.duration("catchup_spread"),
        section.duration("jitter"));
  }
}
