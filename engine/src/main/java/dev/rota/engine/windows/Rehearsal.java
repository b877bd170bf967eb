package dev.rota.engine.windows;

import dev.rota.InvalidInput;
import dev.rota.JobState;
import dev.rota.engine.sql.Columns;
import dev.rota.engine.sql.Sql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A Rehearsal finds the jobs that a window would hold between two instants. */
final class Rehearsal {
  private static final Sql QUEUES = Statements.sql("queues_in_scope");
  private static final Sql WHAT_IF = Statements.sql("what_if");
  private static final int SHOWN = 100;

  private final NewWindow window;
  private final Instant from;
  private final Instant to;

  Rehearsal(NewWindow window, Instant from, Instant to) {
    if (!from.isBefore(to)) {
      throw new InvalidInput("to", to, "must be after from, " + from);
    }
    this.window = window;
    this.from = from;
    this.to = to;
  }

  WhatIf on(Connection connection, WindowCalendar calendar) throws SQLException {
    Scope scope = window.scope();
    List<String> queues = new ArrayList<>();
    List<Span> spans = new ArrayList<>();
    for (String queue : queues(connection)) {
      String kind = scope.kind() == null ? "" : scope.kind();
      for (Span span : calendar.closures(queue, kind, scope.tags(), from, to)) {
        queues.add(queue);
        spans.add(span);
      }
    }
    long[] total = {0};
    List<WhatIf.HeldJob> first =
        WHAT_IF
            .on(connection)
            .set("queues", queues.toArray(String[]::new))
            .set("starts", spans.stream().map(s -> s.start().toString()).toArray(String[]::new))
            .set("untils", spans.stream().map(s -> s.end().toString()).toArray(String[]::new))
            .set("kind", scope.kind())
            .set("tags", scope.tags().toArray(String[]::new))
            .set("max", SHOWN)
            .list(row -> {
              total[0] = row.getLong("total");
              return held(row);
            });
    return new WhatIf(total[0], first);
  }

  private List<String> queues(Connection connection) throws SQLException {
    return QUEUES
        .on(connection)
        .set("queue", window.scope().queue())
        .set("kind", window.scope().kind())
        .list(row -> row.getString("queue"));
  }

  private static WhatIf.HeldJob held(ResultSet row) throws SQLException {
    return new WhatIf.HeldJob(
        row.getLong("job"),
        row.getString("queue"),
        row.getString("kind"),
        JobState.of(row.getString("state")),
        Columns.instant(row, "at"),
        Columns.instant(row, "until"));
  }
}
