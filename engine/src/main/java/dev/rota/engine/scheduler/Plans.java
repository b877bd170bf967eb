package dev.rota.engine.scheduler;

import dev.rota.RotaException;
import dev.rota.Rules;
import dev.rota.engine.AuditTrail;
import dev.rota.engine.sql.Columns;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import dev.rota.schedule.Trigger;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Plans are stored, looked at and given up here; a {@link PlanKeeper} keeps them true. */
public final class Plans {
  private static final Sql PUT = Statements.sql("put_plan");
  private static final Sql PLANS = Statements.sql("plans");
  private static final Sql DELETE = Statements.sql("delete_plan");

  private final Database database;
  private final Duration minimumInterval;
  private final Runnable changed;

  Plans(Database database, Duration minimumInterval, Runnable changed) {
    this.database = database;
    this.minimumInterval = minimumInterval;
    this.changed = changed;
  }

  /** Stores a plan, new or changed; its schedules follow soon. */
  public Plan put(NewPlan plan, String actor) {
    Rules.name("actor", actor);
    if (plan.trigger() != null) {
      plan.trigger().atLeast("trigger", minimumInterval);
    }
    database.run(connection -> put(connection, plan, actor));
    changed.run();
    return get(plan.name()).orElseThrow(() -> unknown(plan.name()));
  }

  public Plan put(NewPlan plan) {
    return put(plan, AuditTrail.SYSTEM);
  }

  public Optional<Plan> get(String name) {
    return database.transact(connection -> rows(connection, name)).stream().findFirst();
  }

  public List<Plan> list() {
    return database.transact(connection -> rows(connection, null));
  }

  /** Gives up a plan; its schedules go with it, its jobs stay. */
  public void delete(String name, String actor) {
    Rules.name("actor", actor);
    int gone =
        database.transact(
            connection -> DELETE.on(connection).set("name", name).set("actor", actor).update());
    if (gone == 0) {
      throw unknown(name);
    }
    changed.run();
  }

  public void delete(String name) {
    delete(name, AuditTrail.SYSTEM);
  }

  static List<Plan> rows(Connection connection, @Nullable String name) throws SQLException {
    return PLANS.on(connection).set("name", name).list(Plans::read);
  }

  private static void put(Connection connection, NewPlan plan, String actor) throws SQLException {
    PUT.on(connection)
        .set("actor", actor)
        .set("name", plan.name())
        .set("enabled", plan.enabled())
        .set("target_kind", plan.targetKind())
        .set("only_approved", plan.onlyApproved())
        .set("one_per_target", plan.onePerTarget())
        .set("kind", plan.kind())
        .set("queue", plan.queue())
        .set("payload", plan.payload())
        .set("priority", plan.priority())
        .set("max_retries", plan.maxRetries())
        .set("timeout_ms", millis(plan.timeout()))
        .set("tags", plan.tags().toArray(String[]::new))
        .set("trigger", plan.trigger() == null ? null : plan.trigger().text())
        .set("time_zone", plan.timeZone())
        .set("phase_ms", millis(plan.phase()))
        .set("overlap", plan.overlap().word())
        .set("on_failure", plan.onFailure().word())
        .set("catchup_max", plan.catchUp().max())
        .set("catchup_age_ms", millis(plan.catchUp().age()))
        .set("catchup_spread_ms", millis(plan.catchUp().spread()))
        .set("jitter_ms", millis(plan.catchUp().jitter()))
        .set("tenant", plan.tenant())
        .set("stale_after_ms", millis(plan.staleAfter()))
        .update();
  }

  private static Plan read(ResultSet row) throws SQLException {
    String trigger = row.getString("trigger");
    NewPlan definition =
        NewPlan.named(row.getString("name"), row.getString("kind"))
            .enabled(row.getBoolean("enabled"))
            .targets(row.getString("target_kind"))
            .onlyApproved(row.getBoolean("only_approved"))
            .onePerTarget(row.getBoolean("one_per_target"))
            .queue(row.getString("queue"))
            .payload(row.getString("payload"))
            .priority(row.getInt("priority"))
            .maxRetries(Columns.nullableInt(row, "max_retries"))
            .timeout(Columns.duration(row, "timeout"))
            .tags(Columns.texts(row.getArray("tags")).toArray(String[]::new))
            .trigger(
                trigger == null ? null : Trigger.parse("trigger", trigger, Duration.ofMillis(1)))
            .timeZone(row.getString("time_zone"))
            .phase(Columns.duration(row, "phase"))
            .overlap(Overlap.of(row.getString("overlap")))
            .onFailure(OnFailure.of(row.getString("on_failure")))
            .catchUp(
                new CatchUp(
                    Columns.nullableInt(row, "catchup_max"),
                    Columns.duration(row, "catchup_age"),
                    Columns.duration(row, "catchup_spread"),
                    Columns.duration(row, "jitter")))
            .staleAfter(Columns.duration(row, "stale_after"))
            .tenant(row.getString("tenant"))
            .build();
    return new Plan(
        row.getLong("id"),
        definition,
        Columns.instant(row, "created_at"),
        row.getLong("schedules"));
  }

  private static @Nullable Long millis(@Nullable Duration duration) {
    return duration == null ? null : duration.toMillis();
  }

  private static RotaException unknown(String name) {
    return new RotaException("not-found", "there is no plan " + name);
  }
}
