package dev.rota.engine;

import dev.rota.JobState;
import dev.rota.engine.StateMachine.Move;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A BulkAction is something that can be done to many jobs at once. */
public enum BulkAction {
  PAUSE(Move.PAUSE, true),
  RESUME(Move.RESUME, false),
  CANCEL(Move.CANCEL, true),
  RETRY(Move.RETRY, false),
  DELETE(null, true),
  PRIORITY(Move.PRIORITIZE, true),
  MOVE(Move.MOVE, true);

  private final @Nullable Move move;
  private final boolean undoable;

  BulkAction(@Nullable Move move, boolean undoable) {
    this.move = move;
    this.undoable = undoable;
  }

  public boolean isUndoable() {
    return undoable;
  }

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whatever does not run can be deleted. */
  boolean isAllowedFrom(JobState state) {
    return move == null ? state != JobState.RUNNING : move.isAllowedFrom(state);
  }
}
