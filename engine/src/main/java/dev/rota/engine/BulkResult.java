package dev.rota.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A BulkResult is what became of many jobs.
 *
 * @param changed those that were changed
 * @param skipped how many were left as they were, by the reason
 */
public record BulkResult(List<Changed> changed, Map<String, Integer> skipped) {

  /**
   * A Changed is a job with what it takes to undo the change.
   *
   * @param at when it was changed
   * @param was what it was, as JSON
   * @param live where it was before it was deleted, as JSON; null if it had ended
   */
  public record Changed(
      long job, @Nullable String at, @Nullable String was, @Nullable String live) {}

  BulkResult() {
    this(new ArrayList<>(), new TreeMap<>());
  }

  void skip(String reason) {
    skipped.merge(reason, 1, Integer::sum);
  }
}
