package dev.rota.engine.windows;

import java.time.Instant;

/**
 * Hours are how windows stand to a queue and kind, from one instant until another, it not included.
 */
public record Hours(State state, Instant from, Instant until) {

  /** What windows let start. */
  public enum State {
    /** Everything. */
    OPEN,
    /** Nothing. */
    CLOSED,
    /** It depends on the job: on its tags, and on how long it has waited. */
    MIXED
  }

  boolean holdAt(Instant at) {
    return !at.isBefore(from) && at.isBefore(until);
  }
}
