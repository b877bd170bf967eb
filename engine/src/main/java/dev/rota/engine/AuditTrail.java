package dev.rota.engine;

import dev.rota.engine.sql.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** An AuditTrail writes down what somebody did, in the transaction that does it. */
public final class AuditTrail {
  /** Who did it if nobody says so. */
  public static final String SYSTEM = "system";

  private static final Sql NOTE = Statements.sql("note_event");

  void job(Connection connection, String type, String actor, long job, String details)
      throws SQLException {
    note(connection, type, actor, job, null, details);
  }

  void queue(Connection connection, String type, String actor, String queue, String details)
      throws SQLException {
    note(connection, type, actor, null, queue, details);
  }

  /** What was done to something that is neither a job nor a queue; the details name it. */
  public void other(Connection connection, String type, String actor, String details)
      throws SQLException {
    note(connection, type, actor, null, null, details);
  }

  private static void note(
      Connection connection,
      String type,
      String actor,
      @Nullable Long job,
      @Nullable String queue,
      String details)
      throws SQLException {
    NOTE.on(connection)
        .set("type", type)
        .set("actor", actor)
        .set("job", job)
        .set("queue", queue)
        .set("details", details)
        .update();
  }
}
