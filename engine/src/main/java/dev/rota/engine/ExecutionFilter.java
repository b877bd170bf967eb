package dev.rota.engine;

import dev.rota.InvalidInput;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An ExecutionFilter says which executions a list shall have; what is null does not matter.
 *
 * @param status running, completed, failed or cancelled
 */
public record ExecutionFilter(
    @Nullable String status, @Nullable String queue, @Nullable String kind) {
  private static final List<String> STATUSES =
      List.of("running", "completed", "failed", "cancelled");

  public ExecutionFilter {
    if (status != null && !STATUSES.contains(status)) {
      throw new InvalidInput("status", status, "must be one of " + String.join(", ", STATUSES));
    }
  }

  /** Whether an index has what it asks for, and nothing else. */
  boolean isIndexed() {
    return queue == null
        && kind == null
        && (status == null || status.equals("running") || status.equals("failed"));
  }
}
