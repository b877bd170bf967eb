package dev.rota.engine;

import dev.rota.Beat;
import dev.rota.Signal;
import dev.rota.engine.sql.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Beats are what workers say of their running executions: written down here, and answered. */
final class Beats {
  private static final Sql PROGRESS = Statements.sql("save_progress");
  private static final int MESSAGE_MAX = 1000;

  private Beats() {}

  /** Keeps the latest progress of those that told any. */
  static void saveProgress(Connection connection, List<Beat> beats) throws SQLException {
    Map<Long, Beat> latest = new LinkedHashMap<>();
    for (Beat beat : beats) {
      if (beat.progress() != null) {
        latest.put(beat.fence(), beat);
      }
    }
    if (latest.isEmpty()) {
      return;
    }
    Collection<Beat> told = latest.values();
    PROGRESS
        .on(connection)
        .set("jobs", told.stream().mapToLong(Beat::job).toArray())
        .set("fences", told.stream().mapToLong(Beat::fence).toArray())
        .set("percents", told.stream().map(Beat::progress).toArray(Integer[]::new))
        .set(
            "messages",
            told.stream().map(b -> Bounded.text(b.message(), MESSAGE_MAX)).toArray(String[]::new))
        .update();
  }

  /** The signals for those that no longer hold their lease. */
  static List<Signal> lost(List<Beat> beats, Set<Long> presentFences) {
    return beats.stream()
        .filter(beat -> !presentFences.contains(beat.fence()))
        .map(beat -> new Signal(beat.job(), beat.fence(), Signal.Kind.LOST))
        .toList();
  }
}
