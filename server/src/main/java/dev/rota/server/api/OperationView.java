package dev.rota.server.api;

import dev.rota.engine.operations.Operation;
import dev.rota.server.http.Ids;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An OperationView is an operation as callers see it. */
record OperationView(
    String id,
    String action,
    String status,
    @Nullable JobFilterBody filter,
    @Nullable Integer ids,
    @Nullable Integer priority,
    @Nullable String queue,
    long matched,
    long done,
    long skipped,
    Map<String, Long> skippedReasons,
    int progress,
    @Nullable Long expected,
    String createdBy,
    Instant createdAt,
    @Nullable Instant finishedAt,
    @Nullable String cancelledBy,
    @Nullable Instant undoUntil,
    @Nullable String undoOf,
    @Nullable String undoneBy) {

  static OperationView of(Operation operation) {
    return new OperationView(
        Ids.OPERATION.show(operation.id()),
        operation.action(),
        operation.status().word(),
        operation.filter() == null ? null : JobFilterBody.of(operation.filter()),
        operation.ids(),
        operation.change().priority(),
        operation.change().queue(),
        operation.matched(),
        operation.done(),
        operation.skipped().values().stream().mapToLong(Long::longValue).sum(),
        operation.skipped(),
        operation.progress(),
        operation.expected(),
        operation.createdBy(),
        operation.createdAt(),
        operation.finishedAt(),
        operation.cancelledBy(),
        operation.undoUntil(),
        Ids.OPERATION.showOrNull(operation.undoOf()),
        Ids.OPERATION.showOrNull(operation.undoneBy()));
  }
}
