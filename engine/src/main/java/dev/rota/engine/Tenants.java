package dev.rota.engine;

import dev.rota.Json;
import dev.rota.Rules;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Tenants share workers: within a priority each gets jobs started by its weight, however many it
 * has queued. A tenant comes to be with its first job and weighs one until it is said otherwise.
 */
public final class Tenants {
  private static final int MOST = 1_000;
  private static final Sql PUT = Statements.sql("put_tenant");
  private static final Sql DELETE = Statements.sql("delete_tenant");
  private static final Sql TENANTS = Statements.sql("tenants");

  private final Database database;
  private final Runnable changed;
  private final AuditTrail audit;

  Tenants(Database database, Runnable changed, AuditTrail audit) {
    this.database = database;
    this.changed = changed;
    this.audit = audit;
  }

  /** A Tenant is whose jobs some are, and how much it counts beside others. */
  public record Tenant(String name, int weight) {}

  public void put(String name, int weight, String actor) {
    Rules.name("tenant", name);
    Rules.range("weight", weight, 1, MOST);
    database.run(connection -> {
      PUT.on(connection).set("name", name).set("weight", weight).update();
      audit.other(connection, "tenant.changed", actor, detail(name));
    });
    changed.run();
  }

  /** Lets a tenant weigh one again; tells whether it had a weight. */
  public boolean delete(String name, String actor) {
    boolean had =
        database.transact(connection -> {
          boolean deleted = DELETE.on(connection).set("name", name).update() > 0;
          if (deleted) {
            audit.other(connection, "tenant.deleted", actor, detail(name));
          }
          return deleted;
        });
    changed.run();
    return had;
  }

  public Optional<Tenant> get(String name) {
    return read(name).stream().findFirst();
  }

  /** Those that have a weight of their own. */
  public List<Tenant> list() {
    return read(null);
  }

  private List<Tenant> read(@Nullable String name) {
    return database.transact(connection ->
        TENANTS
            .on(connection)
            .set("name", name)
            .list(row -> new Tenant(row.getString("name"), row.getInt("weight"))));
  }

  private static String detail(String name) {
    return "{\"tenant\": " + Json.quote(name) + "}";
  }
}
