package dev.rota.engine.scheduler;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A Stop is what a pause or a halt makes of the times before it, and of those that pass in it. */
final class Stop {
  private Stop() {}

  /** The fates of a stopped schedule's times up to now, one after the other. */
  static List<Arrear> eras(Schedule schedule, Instant now) {
    Instant paused = schedule.pausedAt();
    Instant halted = schedule.haltedAt();
    List<Arrear> eras = new ArrayList<>();
    Instant end = now;
    if (paused != null && !paused.isAfter(end)) {
      eras.addFirst(new Arrear(paused, end, Fate.SKIPPED_PAUSED, null));
      end = before(paused);
    }
    if (halted != null && !halted.isAfter(end)) {
      eras.addFirst(new Arrear(halted, end, Fate.MISSED, Judge.HALTED));
      end = before(halted);
    }
    eras.addFirst(
        new Arrear(Instant.EPOCH, end, Fate.DEFERRED, paused == null ? Judge.HALTED : "paused"));
    return eras;
  }

  static Arrear at(List<Arrear> eras, Instant time) {
    return eras.stream().filter(era -> !time.isAfter(era.to())).findFirst().orElseThrow();
  }

  /** The eras from an instant on. */
  static List<Arrear> from(List<Arrear> eras, Instant from) {
    return eras.stream()
        .filter(era -> !era.to().isBefore(from))
        .map(era ->
            era.from().isBefore(from) ? new Arrear(from, era.to(), era.fate(), era.reason()) : era)
        .toList();
  }

  /** Planned times are stored with microseconds. */
  private static Instant before(Instant instant) {
    return instant.minusNanos(1000);
  }
}
