package dev.rota.engine;

import dev.rota.OnParentFailure;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A Kin is a job that another depends on, or one that depends on it.
 *
 * @param name what it was called in the graph, if it is a parent and had a name
 * @param state how it is: one of the states of a job, {@code gone} if it is forgotten; of a batch
 *     {@code open} or {@code ended}
 * @param batch whether it is a batch
 */
public record Kin(
    long id,
    @Nullable String name,
    @Nullable String kind,
    @Nullable String queue,
    String state,
    OnParentFailure onFailure,
    boolean isChild,
    boolean batch) {

  static Kin read(ResultSet row) throws SQLException {
    return new Kin(
        row.getLong("id"),
        row.getString("name"),
        row.getString("kind"),
        row.getString("queue"),
        row.getString("state"),
        OnParentFailure.of(row.getString("on_failure")),
        row.getBoolean("child"),
        row.getBoolean("batch"));
  }

  /** Whether it may still end. */
  boolean isOpen() {
    return switch (state) {
      case "completed", "failed", "cancelled", "gone", "ended" -> false;
      default -> true;
    };
  }
}
