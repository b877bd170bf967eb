package dev.rota.engine;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A Blocker is one thing that keeps a job from running.
 *
 * @param code a name for it that stays the same
 * @param message what it is, in a sentence
 * @param action what can be done about it
 * @param until when it is over, if that is known
 * @param job another job that is in the way
 * @param worker who runs that one
 */
public record Blocker(
    String code,
    String message,
    String action,
    @Nullable Instant until,
    @Nullable Long job,
    @Nullable String worker) {

  static Blocker of(String code, String message, String action) {
    return new Blocker(code, message, action, null, null, null);
  }

  static Blocker until(Instant until, String code, String message, String action) {
    return new Blocker(code, message, action, until, null, null);
  }
}
