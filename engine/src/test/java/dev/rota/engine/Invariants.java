package dev.rota.engine;

import dev.rota.testkit.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Invariants are what must be true of the database at every moment, each as a query that finds what
 * breaks it.
 */
final class Invariants {
  private static final Map<String, String> ALWAYS = new LinkedHashMap<>();

  static {
    ALWAYS.put(
        "a job is in one live table at most",
        "SELECT job FROM rota.live GROUP BY job HAVING count(*) > 1");
    ALWAYS.put("every job is live or has ended", "SELECT id FROM rota.jobs WHERE state IS NULL");
    ALWAYS.put(
        "a live job has not ended",
        """
        SELECT l.job FROM rota.live l WHERE EXISTS (SELECT FROM rota.ended e WHERE e.job = l.job)
          OR EXISTS (SELECT FROM rota.execution e WHERE e.job = l.job AND e.ended IS NOT NULL)\
        """);
    ALWAYS.put(
        "a job ends once",
        """
        SELECT job FROM (SELECT job FROM rota.execution WHERE ended IS NOT NULL UNION ALL SELECT job FROM rota.ended) e
        GROUP BY job HAVING count(*) > 1\
        """);
    ALWAYS.put(
        "what is live is a job",
        "SELECT l.job FROM rota.live l WHERE NOT EXISTS (SELECT FROM rota.job j WHERE j.id = l.job)");
    ALWAYS.put(
        "a concurrency key has no more executions than its limit",
        """
        SELECT r.key FROM rota.run r JOIN rota.job j ON j.id = r.job WHERE r.key IS NOT NULL
        GROUP BY r.key HAVING count(*) > max(j.concurrency_limit)\
        """);
    ALWAYS.put(
        "the slots taken of a key are those of its holders",
        """
        SELECT coalesce(k.key, h.key) || ': ' || coalesce(k.active, -1) || ' for ' || coalesce(h.holders, 0) FROM rota.keylock k
        FULL JOIN (SELECT key, count(*) AS holders FROM (
            SELECT key FROM rota.run WHERE key IS NOT NULL
            UNION ALL SELECT slot FROM rota.run WHERE slot IS NOT NULL
            UNION ALL SELECT key FROM rota.ready WHERE holds_key) x GROUP BY key) h ON h.key = k.key
        WHERE coalesce(k.active, 0) <> coalesce(h.holders, 0)\
        """);
    ALWAYS.put(
        "a queue has no more executions than its limit in the cluster",
        """
        SELECT t.queue FROM rota.run r JOIN rota.route t ON t.id = r.route JOIN rota.queue q ON q.name = t.queue
        GROUP BY t.queue, q.cluster_limit HAVING count(*) > q.cluster_limit\
        """);
    ALWAYS.put(
        "a unique key is held by a live job, or for a period",
        """
        SELECT u.job FROM rota.uniq u
        WHERE u.scope <> 'period' AND NOT EXISTS (SELECT FROM rota.live l WHERE l.job = u.job)\
        """);
    ALWAYS.put(
        "what is blocked depends on something",
        "SELECT b.job FROM rota.blocked b WHERE NOT EXISTS (SELECT FROM rota.dependency d WHERE d.job = b.job)");
    ALWAYS.put(
        "a live job is tried again no more often than it may",
        "SELECT l.job FROM rota.live l JOIN rota.job j ON j.id = l.job WHERE l.retries > j.max_retries");
    ALWAYS.put(
        "an execution is a retry that its job may have",
        "SELECT e.id FROM rota.execution e JOIN rota.job j ON j.id = e.job WHERE e.retries > j.max_retries");
    ALWAYS.put(
        "the attempts of a job are numbered without a gap",
        """
        SELECT j.id || ': ' || e.attempts || ', now at ' || coalesce(l.attempt, -1) FROM rota.job j
        LEFT JOIN rota.live l ON l.job = j.id
        CROSS JOIN LATERAL (SELECT coalesce(array_agg(x.attempt ORDER BY x.attempt), '{}')::text AS attempts, count(*) AS tries,
            count(DISTINCT x.attempt) AS numbers, coalesce(max(x.attempt), 0) AS last
          FROM rota.execution x WHERE x.job = j.id) e
        WHERE e.tries <> e.numbers OR e.last <> e.tries
          OR l.attempt <> e.tries + CASE WHEN l.state = 'running' THEN 1 ELSE 0 END\
        """);
  }

  private final TestDatabase database;

  Invariants(TestDatabase database) {
    this.database = database;
  }

  /** What is broken in one snapshot of the database. */
  List<String> broken() throws SQLException {
    List<String> broken = new ArrayList<>();
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      connection.setAutoCommit(false);
      for (Map.Entry<String, String> one : ALWAYS.entrySet()) {
        List<String> found = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery(one.getValue())) {
          while (rows.next()) {
            found.add(rows.getString(1));
          }
        }
        if (!found.isEmpty()) {
          broken.add(one.getKey() + ", but not " + found);
        }
      }
      connection.rollback();
    }
    return broken;
  }
}
