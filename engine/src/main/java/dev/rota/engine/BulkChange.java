package dev.rota.engine;

import dev.rota.InvalidInput;
import dev.rota.Rules;
import org.jspecify.annotations.Nullable;

/**
 * A BulkChange is an action with what it needs to be done.
 *
 * @param priority that jobs shall have
 * @param queue to which jobs shall go
 */
public record BulkChange(BulkAction action, @Nullable Integer priority, @Nullable String queue) {

  public BulkChange {
    check("priority", priority, action, BulkAction.PRIORITY);
    check("queue", queue, action, BulkAction.MOVE);
    if (priority != null) {
      Rules.range("priority", priority, 0, Rules.PRIORITY_MAX);
    }
    if (queue != null) {
      Rules.name("queue", queue);
    }
  }

  private static void check(
      String field, @Nullable Object value, BulkAction action, BulkAction owner) {
    if ((value != null) != (action == owner)) {
      throw new InvalidInput(
          field,
          value == null ? "" : value,
          "goes with the action " + owner.word() + " and only with it");
    }
  }
}
