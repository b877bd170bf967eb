package dev.rota.engine;

import dev.rota.Rules;
import dev.rota.engine.sql.Columns;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An EventLog tells what happened and who did it, and how lively the queues are. */
public final class EventLog {
  private static final Sql EVENTS = Statements.sql("events");
  private static final Sql PLAN_ANEW = Statements.sql("plan_anew");
  private static final Sql AFTER = Statements.sql("events_after");
  private static final Sql LAST = Statements.sql("last_event");
  private static final Sql PULSE = Statements.sql("pulse");
  private static final int MOST = 1_000;

  private final Database database;

  EventLog(Database database) {
    this.database = database;
  }

  /** A Mark is the end of the log: the id of the newest event, and the time. */
  public record Mark(long id, Instant now) {}

  /** A page of events, newest first; {@code before} is what the page before gave as its next. */
  public Page<Event> list(EventFilter filter, int limit, @Nullable Long before) {
    Rules.range("limit", limit, 1, MOST);
    List<Event> events =
        database.transact(connection -> {
          PLAN_ANEW.on(connection).one(row -> row.getString("mode"));
          return EVENTS
              .on(connection)
              .set("before", before)
              .set("type", filter.type())
              .set("subject", filter.subject())
              .set("actor", filter.actor())
              .set("since", filter.since() == null ? null : filter.since().toString())
              .set("max", limit + 1)
              .list(EventLog::read);
        });
    boolean more = events.size() > limit;
    List<Event> shown = more ? events.subList(0, limit) : events;
    return new Page<>(shown, more ? Long.valueOf(shown.getLast().id()) : null);
  }

  /** Events after one, oldest first. */
  public List<Event> after(long id, int limit) {
    Rules.range("limit", limit, 1, MOST);
    return database.transact(
        connection -> AFTER.on(connection).set("after", id).set("max", limit).list(EventLog::read));
  }

  public Mark end() {
    return database.transact(connection ->
        LAST.on(connection).one(row -> new Mark(row.getLong("id"), Columns.instant(row, "now"))));
  }

  /** What all nodes did to the jobs of each queue after one instant, up to another. */
  public List<QueuePulse> pulse(Instant after, Instant to) {
    return database.transact(connection ->
        PULSE
            .on(connection)
            .set("after", after.toString())
            .set("to", to.toString())
            .list(row ->
                new QueuePulse(
                    row.getString("queue"),
                    row.getLong("enqueued"),
                    row.getLong("started"),
                    row.getLong("completed"),
                    row.getLong("failed"),
                    row.getLong("cancelled"))));
  }

  private static Event read(ResultSet row) throws SQLException {
    return new Event(
        row.getLong("id"),
        Columns.instant(row, "at"),
        row.getString("type"),
        row.getString("actor"),
        row.getString("subject"),
        Columns.nullableLong(row, "job"),
        row.getString("queue"),
        row.getString("details"));
  }
}
