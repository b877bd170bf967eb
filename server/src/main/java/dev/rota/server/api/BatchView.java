package dev.rota.server.api;

import dev.rota.engine.Batch;
import dev.rota.server.http.Ids;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A BatchView is a batch as callers see it. */
record BatchView(
    String id,
    String name,
    String status,
    boolean open,
    long jobs,
    long pending,
    long running,
    long completed,
    long failed,
    long cancelled,
    int progress,
    String createdBy,
    Instant createdAt,
    @Nullable Instant failedAt,
    @Nullable Instant endedAt,
    @Nullable String onComplete,
    @Nullable String onFailure) {
  static BatchView of(Batch batch) {
    return new BatchView(
        Ids.BATCH.show(batch.id()),
        batch.name(),
        batch.endedAt() == null ? "running" : batch.failed() == 0 ? "completed" : "failed",
        batch.open() && batch.endedAt() == null,
        batch.jobs(),
        batch.pending(),
        batch.running(),
        batch.completed(),
        batch.failed(),
        batch.cancelled(),
        batch.progress(),
        batch.createdBy(),
        batch.createdAt(),
        batch.failedAt(),
        batch.endedAt(),
        Ids.JOB.showOrNull(batch.onComplete()),
        Ids.JOB.showOrNull(batch.onFailure()));
  }
}
