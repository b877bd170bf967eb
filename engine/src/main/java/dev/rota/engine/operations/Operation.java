package dev.rota.engine.operations;

import dev.rota.engine.BulkChange;
import dev.rota.engine.JobFilter;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An Operation is a change of many jobs and how far it is.
 *
 * @param change what is done; of one that undoes another, what is undone
 * @param filter which jobs; null if they were named
 * @param ids how many jobs were named; null if they were chosen by a filter
 * @param nextBelow where the next batch begins
 * @param matched how many jobs have been reached
 * @param done how many of them were changed
 * @param skipped how many were left as they were, by the reason
 * @param progress percent
 * @param expected how many jobs there were at its start; null if they were too many to be counted
 * @param undoUntil until when it can be undone; null if it cannot be, or not yet
 * @param undoOf the operation that this one undoes
 * @param undoneBy the operation that undoes this one
 */
public record Operation(
    long id,
    BulkChange change,
    Status status,
    @Nullable JobFilter filter,
    @Nullable Integer ids,
    long nextBelow,
    long matched,
    long done,
    Map<String, Long> skipped,
    int progress,
    @Nullable Long expected,
    String createdBy,
    Instant createdAt,
    @Nullable Instant finishedAt,
    @Nullable String cancelledBy,
    @Nullable Instant undoUntil,
    @Nullable Long undoOf,
    @Nullable Long undoneBy) {

  /** A Status is how an operation stands. */
  public enum Status {
    RUNNING,
    COMPLETED,
    CANCELLED;

    public String word() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  /** Whether what it does can be taken back. */
  boolean isUndoable() {
    return undoOf == null && change.action().isUndoable();
  }

  /** Its action in a word. */
  public String action() {
    return undoOf == null ? change.action().word() : "undo";
  }
}
