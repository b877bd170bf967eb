package dev.rota.engine;

import dev.rota.Json;
import dev.rota.Rules;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * TenantQuotas are how many jobs of a tenant may start within a period, on all queues together;
 * more than that wait. Only tenants that have one pay for it.
 */
public final class TenantQuotas {
  private static final Sql PUT = Statements.sql("put_tenant_quota");
  private static final Sql DELETE = Statements.sql("delete_tenant_quota");
  private static final Sql LIST = Statements.sql("tenant_quotas");
  private static final Sql LOCK = Statements.sql("lock_tenant_quota");
  private static final Sql LEFT = Statements.sql("tenant_quota_left");
  private static final Sql GRANT = Statements.sql("grant_tenant_quota");
  private static final int MOST = 1_000_000_000;
  private static final Duration LONGEST = Duration.ofDays(366);

  private final Database database;
  private final Runnable changed;
  private final AuditTrail audit = new AuditTrail();
  private volatile Set<String> limited = Set.of();

  TenantQuotas(Database database, Runnable changed) {
    this.database = database;
    this.changed = changed;
  }

  /**
   * A TenantQuota is what one tenant may start.
   *
   * @param used how many it has started within the period that ends now
   */
  public record TenantQuota(String tenant, int jobs, Duration period, long used) {}

  public void put(String tenant, int jobs, Duration period, String actor) {
    Rules.name("tenant", tenant);
    Rules.range("jobs", jobs, 1, MOST);
    Rules.range("period", period, Duration.ofSeconds(1), LONGEST);
    database.run(connection -> {
      PUT.on(connection)
          .set("tenant", tenant)
          .set("most", jobs)
          .set("period_ms", period.toMillis())
          .update();
      audit.other(connection, "tenant.quota_changed", actor, detail(tenant));
    });
    changed.run();
  }

  /** Lets a tenant start as many as it has; tells whether it had a quota. */
  public boolean delete(String tenant, String actor) {
    boolean had =
        database.transact(connection -> {
          boolean deleted = DELETE.on(connection).set("tenant", tenant).update() > 0;
          if (deleted) {
            audit.other(connection, "tenant.quota_deleted", actor, detail(tenant));
          }
          return deleted;
        });
    changed.run();
    return had;
  }

  public Optional<TenantQuota> get(String tenant) {
    return database.transact(connection -> read(connection, tenant)).stream().findFirst();
  }

  /** Those of all tenants that have one. */
  public List<TenantQuota> list() {
    return database.transact(connection -> read(connection, null));
  }

  void refresh(Connection connection) throws SQLException {
    limited = read(connection, null).stream().map(TenantQuota::tenant).collect(Collectors.toSet());
  }

  boolean isLimited(String tenant) {
    return limited.contains(tenant);
  }

  /**
   * What these tenants may start in this claim; their quotas stay locked, always in the same order,
   * until its transaction ends.
   */
  Left left(Connection connection, Set<String> tenants) throws SQLException {
    Map<String, Integer> left = new HashMap<>();
    for (String tenant : new TreeSet<>(tenants)) {
      if (limited.contains(tenant)) {
        LOCK.on(connection).set("tenant", tenant).list(row -> row.getString("tenant"));
        LEFT.on(connection)
            .set("tenant", tenant)
            .first(row -> row.getInt("starts"))
            .ifPresent(starts -> left.put(tenant, starts));
      }
    }
    return new Left(left, Map.copyOf(left));
  }

  /** Writes down what was started. */
  void settle(Connection connection, Left left) throws SQLException {
    for (Map.Entry<String, Integer> before : left.before().entrySet()) {
      int starts = before.getValue() - left.of(before.getKey());
      if (starts > 0) {
        GRANT.on(connection).set("tenant", before.getKey()).set("starts", starts).update();
      }
    }
  }

  /** What tenants may still start in one claim. */
  record Left(Map<String, Integer> now, Map<String, Integer> before) {
    int of(String tenant) {
      return now.getOrDefault(tenant, Integer.MAX_VALUE);
    }

    void use(String tenant, int jobs) {
      now.computeIfPresent(tenant, (name, left) -> left - jobs);
    }
  }

  private static List<TenantQuota> read(Connection connection, @Nullable String tenant)
      throws SQLException {
    return LIST.on(connection)
        .set("tenant", tenant)
        .list(row ->
            new TenantQuota(
                row.getString("tenant"),
                row.getInt("jobs"),
                Duration.ofMillis(row.getLong("period_ms")),
                row.getLong("used")));
  }

  private static String detail(String tenant) {
    return "{\"tenant\": " + Json.quote(tenant) + "}";
  }
}
