package dev.rota.engine.windows;

import java.time.Instant;

/** A Span is the time from one instant to another, it not included. */
public record Span(Instant start, Instant end) {
  public boolean contains(Instant at) {
    return !at.isBefore(start) && at.isBefore(end);
  }
}
