package dev.rota.engine;

import dev.rota.Claim;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Serving is which queues and kinds workers have asked for, and with how many slots; each of them
 * is written down once, and again when a worker turns out to have more slots.
 */
final class Serving {
  private static final Sql NOTE = Statements.sql("note_serving");
  private static final int MOST = 10_000;
  private static final String ANY = "";

  private final Database database;
  private final Map<Integer, Map<Line, Integer>> noted = new ConcurrentHashMap<>();

  Serving(Database database) {
    this.database = database;
  }

  private record Line(String queue, String kind) {}

  void note(Holder holder, Claim claim) {
    if (claim.isEmpty()) {
      return;
    }
    Map<Line, Integer> known =
        noted.computeIfAbsent(holder.worker(), w -> new ConcurrentHashMap<>());
    Map<Line, Integer> fresh = new LinkedHashMap<>();
    for (Claim.Want want : claim.wants()) {
      for (String kind : want.kinds().isEmpty() ? Set.of(ANY) : want.kinds().keySet()) {
        Line line = new Line(want.queue(), kind);
        if (known.getOrDefault(line, -1) < want.slots()) {
          fresh.merge(line, want.slots(), Math::max);
        }
      }
    }
    if (!fresh.isEmpty()) {
      write(holder, fresh);
      known.putAll(fresh);
    }
    if (noted.size() > MOST) {
      noted.clear();
    }
  }

  private void write(Holder holder, Map<Line, Integer> slots) {
    List<Line> lines = List.copyOf(slots.keySet());
    database.run(connection ->
        NOTE.on(connection)
            .set("worker", holder.worker())
            .set("queues", lines.stream().map(Line::queue).toArray(String[]::new))
            .set("kinds", lines.stream().map(Line::kind).toArray(String[]::new))
            .set("slots", lines.stream().mapToInt(slots::get).toArray())
            .update());
  }
}
