package dev.rota.server.api;

import dev.rota.InvalidInput;
import dev.rota.engine.BulkAction;
import dev.rota.engine.BulkChange;
import dev.rota.engine.operations.NewOperation;
import dev.rota.engine.scheduler.JobBoard;
import dev.rota.server.http.Ids;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** An OperationBody is a wish to change many jobs as callers write it. */
record OperationBody(
    @Nullable String action,
    @Nullable JobFilterBody filter,
    @Nullable List<String> ids,
    @Nullable Integer priority,
    @Nullable String queue) {

  NewOperation operation() {
    return new NewOperation(
        new BulkChange(action(action), priority, queue),
        filter == null ? null : JobBoard.once(filter.filter()),
        ids == null ? List.of() : ids.stream().map(id -> Ids.JOB.read("ids", id)).toList());
  }

  private static BulkAction action(@Nullable String word) {
    for (BulkAction action : BulkAction.values()) {
      if (action.word().equals(word)) {
        return action;
      }
    }
    throw new InvalidInput(
        "action",
        word == null ? "" : word,
        "must be one of "
            + Arrays.stream(BulkAction.values())
                .map(BulkAction::word)
                .collect(Collectors.joining(", ")));
  }
}
