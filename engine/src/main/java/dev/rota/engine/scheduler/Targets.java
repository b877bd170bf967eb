package dev.rota.engine.scheduler;

import dev.rota.InvalidInput;
import dev.rota.RotaException;
import dev.rota.Rules;
import dev.rota.engine.AuditTrail;
import dev.rota.engine.sql.Columns;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Targets are stored, looked at, switched on and off, approved and forgotten here. */
public final class Targets {
  private static final Sql PUT = Statements.sql("put_targets");
  private static final Sql TARGETS = Statements.sql("targets");
  private static final Sql KINDS = Statements.sql("target_kinds");
  private static final Sql FLAG = Statements.sql("flag_target");
  private static final Sql DELETE = Statements.sql("delete_target");

  private final Database database;
  private final Runnable changed;

  Targets(Database database, Runnable changed) {
    this.database = database;
    this.changed = changed;
  }

  /** Stores a target by hand, new or changed; from then on no source touches it. */
  public Target put(NewTarget target, String actor) {
    put(List.of(target), actor);
    return get(target.kind(), target.externalId()).orElseThrow();
  }

  public Target put(NewTarget target) {
    return put(target, AuditTrail.SYSTEM);
  }

  /** Stores targets by hand, all or none; tells how many were new or changed. */
  public int put(List<NewTarget> targets, String actor) {
    Rules.name("actor", actor);
    int written = database.transact(connection -> put(connection, targets, null, actor));
    changed.run();
    return written;
  }

  public int put(List<NewTarget> targets) {
    return put(targets, AuditTrail.SYSTEM);
  }

  public Optional<Target> get(String kind, String externalId) {
    return rows(kind, externalId).stream().findFirst();
  }

  /** The targets of a kind by their ids, inactive ones too. */
  public List<Target> list(String kind) {
    return rows(kind, null);
  }

  public List<String> kinds() {
    return database.transact(connection -> KINDS.on(connection).list(row -> row.getString("kind")));
  }

  /** Whether plans count it: what is inactive has no schedules. */
  public Target activate(String kind, String externalId, boolean active, String actor) {
    return flag(kind, externalId, active, null, null, actor);
  }

  public Target activate(String kind, String externalId, boolean active) {
    return activate(kind, externalId, active, AuditTrail.SYSTEM);
  }

  /** Whether plans for approved targets count it. */
  public Target approve(String kind, String externalId, boolean approved, String actor) {
    return flag(kind, externalId, null, approved, null, actor);
  }

  public Target approve(String kind, String externalId, boolean approved) {
    return approve(kind, externalId, approved, AuditTrail.SYSTEM);
  }

  /** Notes that work about it succeeded; plans do that for their own jobs. */
  public Target succeeded(String kind, String externalId, Instant at, String actor) {
    return flag(kind, externalId, null, null, at, actor);
  }

  public Target succeeded(String kind, String externalId, Instant at) {
    return succeeded(kind, externalId, at, AuditTrail.SYSTEM);
  }

  /** Forgets a target; its schedules go with it, its jobs stay. */
  public void delete(String kind, String externalId, String actor) {
    Rules.name("actor", actor);
    int gone =
        database.transact(connection ->
            DELETE
                .on(connection)
                .set("kind", kind)
                .set("external_id", externalId)
                .set("actor", actor)
                .update());
    if (gone == 0) {
      throw unknown(kind, externalId);
    }
    changed.run();
  }

  public void delete(String kind, String externalId) {
    delete(kind, externalId, AuditTrail.SYSTEM);
  }

  static int put(
      Connection connection, List<NewTarget> targets, @Nullable String source, String actor)
      throws SQLException {
    refuseDoubles(targets);
    return PUT.on(connection)
        .set("kinds", column(targets, NewTarget::kind))
        .set("external_ids", column(targets, NewTarget::externalId))
        .set("names", column(targets, NewTarget::name))
        .set("urls", column(targets, NewTarget::url))
        .set("actives", column(targets, target -> String.valueOf(target.active())))
        .set("approveds", column(targets, Targets::approved))
        .set("metadatas", column(targets, NewTarget::metadata))
        .set("source", source)
        .set("actor", actor)
        .update();
  }

  static @Nullable String[] column(
      List<NewTarget> targets, Function<NewTarget, @Nullable String> of) {
    return targets.stream().map(of).toArray(String[]::new);
  }

  private static @Nullable String approved(NewTarget target) {
    return target.approved() == null ? null : String.valueOf(target.approved());
  }

  private static void refuseDoubles(List<NewTarget> targets) {
    Set<List<String>> seen = new HashSet<>();
    for (NewTarget target : targets) {
      if (!seen.add(List.of(target.kind(), target.externalId()))) {
        throw new InvalidInput("external_id", target.externalId(), "is there twice");
      }
    }
  }

  private Target flag(
      String kind,
      String externalId,
      @Nullable Boolean active,
      @Nullable Boolean approved,
      @Nullable Instant succeeded,
      String actor) {
    Rules.name("actor", actor);
    int found =
        database.transact(connection ->
            FLAG.on(connection)
                .set("kind", kind)
                .set("external_id", externalId)
                .set("active", active == null ? null : active.toString())
                .set("approved", approved == null ? null : approved.toString())
                .set("succeeded_at", succeeded == null ? null : succeeded.toString())
                .set("actor", actor)
                .update());
    if (found == 0) {
      throw unknown(kind, externalId);
    }
    changed.run();
    return get(kind, externalId).orElseThrow(() -> unknown(kind, externalId));
  }

  private List<Target> rows(String kind, @Nullable String externalId) {
    Rules.name("target_kind", kind);
    return database.transact(connection ->
        TARGETS
            .on(connection)
            .set("kind", kind)
            .set("external_id", externalId)
            .list(Targets::read));
  }

  private static Target read(ResultSet row) throws SQLException {
    return new Target(
        row.getLong("id"),
        row.getString("kind"),
        row.getString("external_id"),
        row.getString("name"),
        row.getString("url"),
        row.getBoolean("active"),
        row.getBoolean("approved"),
        row.getString("metadata"),
        row.getString("source"),
        Columns.instant(row, "created_at"),
        Columns.instant(row, "updated_at"),
        Columns.nullableInstant(row, "last_success_at"));
  }

  private static RotaException unknown(String kind, String externalId) {
    return new RotaException("not-found", "there is no target " + externalId + " of kind " + kind);
  }
}
