package dev.rota.engine.webhooks;

import dev.rota.engine.sql.Columns;
import dev.rota.engine.sql.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Troubles are what has gone wrong in series of jobs since their last job that was completed, as
 * webhooks know it that are told of changes only.
 */
final class Troubles {
  private static final Sql READ = Statements.sql("troubles");
  private static final Sql PUT = Statements.sql("put_trouble");
  private static final Sql END = Statements.sql("end_trouble");

  private final Map<Key, Set<String>> known = new HashMap<>();
  private final Set<Key> changed = new HashSet<>();

  /** A series of jobs as one webhook knows it. */
  record Key(long webhook, String series) {}

  static Troubles read(Connection connection, Collection<Key> keys) throws SQLException {
    Troubles troubles = new Troubles();
    List<Key> asked = List.copyOf(keys);
    if (!asked.isEmpty()) {
      READ.on(connection)
          .set("webhooks", asked.stream().mapToLong(Key::webhook).toArray())
          .set("subjects", asked.stream().map(Key::series).toArray(String[]::new))
          .list(row ->
              troubles.known.put(
                  new Key(row.getLong("webhook"), row.getString("subject")),
                  new HashSet<>(Columns.texts(row.getArray("events")))));
    }
    return troubles;
  }

  /**
   * Takes an event in, and says whether it is a change: the first of its sort since a job was
   * completed, or the first that was completed since one failed for good.
   */
  boolean isChange(Key key, WebhookEvent event) {
    Set<String> events = known.getOrDefault(key, Set.of());
    if (event == WebhookEvent.JOB_COMPLETED) {
      if (!events.isEmpty()) {
        known.remove(key);
        changed.add(key);
      }
      return events.contains(WebhookEvent.JOB_DEAD.word());
    }
    boolean first = known.computeIfAbsent(key, one -> new HashSet<>()).add(event.word());
    if (first) {
      changed.add(key);
    }
    return first;
  }

  void write(Connection connection) throws SQLException {
    for (Key key : changed) {
      Set<String> events = known.get(key);
      if (events == null) {
        END.on(connection).set("webhook", key.webhook()).set("subject", key.series()).update();
      } else {
        PUT.on(connection)
            .set("webhook", key.webhook())
            .set("subject", key.series())
            .set("events", events.stream().sorted().toArray(String[]::new))
            .update();
      }
    }
  }
}
