package dev.rota.engine;

import dev.rota.engine.sql.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Turns tell which tenant is served next on this node: the one that has had the fewest jobs for its
 * weight. A tenant that had nothing to do for a while saves up no turns.
 */
final class Turns {
  private static final Sql TENANTS = Statements.sql("tenants");

  /** So many are remembered; the others have had no more than any. */
  private static final int KNOWN = 10_000;

  private volatile Map<String, Integer> weights = Map.of();

  /** Jobs by weight that each tenant has had, counted from a start they have in common. */
  private final Map<String, Double> had = new HashMap<>();

  /** What the tenant whose turn was last had had before it. */
  private double now;

  void refresh(Connection connection) throws SQLException {
    Map<String, Integer> fresh = new HashMap<>();
    TENANTS
        .on(connection)
        .set("name", (String) null)
        .list(row -> fresh.put(row.getString("name"), row.getInt("weight")));
    weights = fresh;
  }

  int weight(String tenant) {
    return weights.getOrDefault(tenant, 1);
  }

  /** The tenants in the order of their turns. */
  synchronized List<String> order(Collection<String> tenants) {
    return tenants.stream()
        .sorted(Comparator.comparingDouble(this::had).thenComparing(Comparator.naturalOrder()))
        .toList();
  }

  /** A tenant was served so many jobs. */
  synchronized void took(String tenant, int jobs) {
    if (jobs == 0) {
      return;
    }
    now = had(tenant);
    had.put(tenant, now + (double) jobs / weight(tenant));
    if (had.size() > KNOWN) {
      had.values().removeIf(past -> past <= now);
    }
  }

  private double had(String tenant) {
    return Math.max(now, had.getOrDefault(tenant, 0.0));
  }
}
