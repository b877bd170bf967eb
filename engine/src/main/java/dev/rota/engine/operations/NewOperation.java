package dev.rota.engine.operations;

import dev.rota.InvalidInput;
import dev.rota.Rules;
import dev.rota.engine.BulkChange;
import dev.rota.engine.JobFilter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A NewOperation is a wish to change many jobs.
 *
 * @param filter which jobs; null if they are named by their ids
 * @param ids which jobs; none if they are chosen by a filter
 */
public record NewOperation(BulkChange change, @Nullable JobFilter filter, List<Long> ids) {
  /** How many jobs can be named. */
  public static final int MOST_IDS = 10_000;

  public NewOperation {
    ids = ids.stream().distinct().toList();
    if ((filter == null) == ids.isEmpty()) {
      throw new InvalidInput(
          "filter", filter == null ? "" : filter, "must be given, or ids, and not both");
    }
    if (filter != null && filter.isEmpty()) {
      throw new InvalidInput("filter", "{}", "must have at least one condition");
    }
    Rules.range("ids", ids.size(), 0, MOST_IDS);
  }
}
