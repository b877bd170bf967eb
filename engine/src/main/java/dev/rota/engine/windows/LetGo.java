package dev.rota.engine.windows;

import java.time.Duration;
import java.time.Instant;

/**
 * A LetGo is the end of a closure and over how long what it held starts after it.
 *
 * @param window the name of the window that ended it
 */
public record LetGo(Instant end, Duration spread, String window) {
  /** When the last of it is let go. */
  public Instant until() {
    return end.plus(spread);
  }
}
