package dev.rota.engine.alerts;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An Alert is a broken rule, and after that the memory of it.
 *
 * @param subject the queue's or schedule's name, or the job's id
 * @param value what was found at last while the rule was broken
 * @param clearedAt null while it is raised
 */
public record Alert(
    AlertRule rule,
    String subject,
    double value,
    double threshold,
    Instant raisedAt,
    @Nullable Instant clearedAt) {

  public boolean isRaised() {
    return clearedAt == null;
  }

  Reading.Key key() {
    return new Reading.Key(rule, subject);
  }
}
