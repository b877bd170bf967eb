package dev.rota.engine.scheduler;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A Judgement is what one tick decides about a schedule.
 *
 * @param rulings the fates of planned times, oldest first
 * @param arrears times that share a fate and are too many to be listed
 * @param notedTo up to there, every time has a ruling or is in arrears; null if it is as before
 * @param nextRunAt the first planned time that has no fate yet, or was deferred
 * @param wakeAt when to look again
 */
public record Judgement(
    List<Ruling> rulings,
    List<Arrear> arrears,
    @Nullable Instant notedTo,
    @Nullable Instant nextRunAt,
    @Nullable Instant wakeAt) {
  public Judgement {
    rulings = List.copyOf(rulings);
    arrears = List.copyOf(arrears);
  }

  /** All of it is in the rulings. */
  Judgement(List<Ruling> rulings, @Nullable Instant nextRunAt, @Nullable Instant wakeAt) {
    this(rulings, List.of(), null, nextRunAt, wakeAt);
  }

  /** Nothing is decided, the next time is the same. */
  static Judgement none(@Nullable Instant nextRunAt, @Nullable Instant wakeAt) {
    return new Judgement(List.of(), nextRunAt, wakeAt);
  }

  /** Whether it makes jobs. */
  boolean runs() {
    return rulings.stream().anyMatch(Ruling::runs);
  }
}
