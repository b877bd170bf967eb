package dev.rota.server.declared;

import dev.rota.InvalidInput;
import dev.rota.engine.windows.NewWindow;
import dev.rota.engine.windows.WindowPolicy;
import dev.rota.engine.windows.WindowSort;
import dev.rota.schedule.Interval;
import dev.rota.schedule.Trigger;
import dev.rota.schedule.TriggerFields;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the sections under {@code windows}. */
final class WindowSections {
  private static final List<String> OWN =
      List.of(
          "sort",
          "policy",
          "duration",
          "time_zone",
          "starts_at",
          "ends_at",
          "spread",
          "enabled",
          "queue",
          "kind",
          "tag",
          "target");

  private WindowSections() {}

  static NewWindow read(String name, Section section) {
    List<String> keys = new ArrayList<>(OWN);
    keys.addAll(TriggerFields.NAMES);
    section.only(keys);
    NewWindow.Builder window =
        (sort(section) == WindowSort.MAINTENANCE
                ? NewWindow.maintenance(name)
                : NewWindow.execution(name))
            .policy(WindowPolicy.of(section.text("policy", WindowPolicy.HOLD.word())))
            .zone(section.text("time_zone", "UTC"))
            .from(section.instant("starts_at"))
            .to(section.instant("ends_at"))
            .queue(section.text("queue"))
            .kind(section.text("kind"))
            .tag(section.text("tag"))
            .target(section.text("target"))
            .enabled(section.flag("enabled", true));
    recur(window, section);
    Duration spread = section.duration("spread");
    return (spread == null ? window : window.spread(spread)).build();
  }

  private static WindowSort sort(Section section) {
    return WindowSort.of(section.text("sort", WindowSort.MAINTENANCE.word()));
  }

  private static void recur(NewWindow.Builder window, Section section) {
    Optional<Trigger> trigger = TriggerFields.of(section::text).trigger(Interval.MINIMUM);
    Duration duration = section.duration("duration");
    if (trigger.isPresent() != (duration != null)) {
      throw new InvalidInput(
          "duration", section.text("duration", ""), "goes with a trigger and only with it");
    }
    if (trigger.isPresent() && duration != null) {
      window.recurring(trigger.get().text(), duration);
    }
  }
}
