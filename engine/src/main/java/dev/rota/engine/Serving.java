package dev.rota.engine;

import dev.rota.Claim;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Serving is which queues and kinds workers have asked for; each of them is written down once. */
final class Serving {
  private static final Sql NOTE = Statements.sql("note_serving");
  private static final int MOST = 10_000;
  private static final String ANY = "";

  private final Database database;
  private final Map<Integer, Set<Line>> noted = new ConcurrentHashMap<>();

  Serving(Database database) {
    this.database = database;
  }

  private record Line(String queue, String kind) {}

  void note(Holder holder, Claim claim) {
    if (claim.isEmpty()) {
      return;
    }
    Set<Line> known = noted.computeIfAbsent(holder.worker(), w -> ConcurrentHashMap.newKeySet());
    List<Line> fresh = new ArrayList<>();
    for (Claim.Want want : claim.wants()) {
      for (String kind : want.kinds().isEmpty() ? Set.of(ANY) : want.kinds().keySet()) {
        Line line = new Line(want.queue(), kind);
        if (!known.contains(line)) {
          fresh.add(line);
        }
      }
    }
    if (!fresh.isEmpty()) {
      write(holder, fresh);
      known.addAll(fresh);
    }
    if (noted.size() > MOST) {
      noted.clear();
    }
  }

  private void write(Holder holder, List<Line> lines) {
    database.run(connection ->
        NOTE.on(connection)
            .set("worker", holder.worker())
            .set("queues", lines.stream().map(Line::queue).toArray(String[]::new))
            .set("kinds", lines.stream().map(Line::kind).toArray(String[]::new))
            .update());
  }
}
