package dev.rota.engine.scheduler;

import dev.rota.InvalidInput;
import dev.rota.RotaException;
import dev.rota.Rules;
import dev.rota.engine.AuditTrail;
import dev.rota.engine.Page;
import dev.rota.engine.sql.Columns;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Targets are stored, looked at, switched on and off, approved and forgotten here. */
public final class Targets {
  private static final Sql PUT = Statements.sql("put_targets");
  private static final Sql CREATE = Statements.sql("create_target");
  private static final Sql TARGET = Statements.sql("target");
  private static final Sql TARGETS = Statements.sql("targets");
  private static final Sql NAMED = Statements.sql("named_targets");
  private static final Sql LIST = Statements.sql("list_targets");
  private static final Sql KINDS = Statements.sql("target_kinds");
  private static final Sql FLAG = Statements.sql("flag_target");
  private static final Sql DELETE = Statements.sql("delete_target");

  private static final Sql AWAIT = Statements.sql("note_stale_jobs");
  private static final long NO_PLAN = 0;

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

  /** Stores a target by hand; there must be none of its kind and id. */
  public Target create(NewTarget target, String actor) {
    Rules.name("actor", actor);
    Optional<Long> id =
        database.transact(connection ->
            CREATE
                .on(connection)
                .set("kind", target.kind())
                .set("external_id", target.externalId())
                .set("name", target.name())
                .set("url", target.url())
                .set("active", target.active())
                .set("approved", approved(target))
                .set("metadata", target.metadata())
                .set("actor", actor)
                .first(row -> row.getLong("id")));
    if (id.isEmpty()) {
      throw new RotaException(
          "already-exists",
          "there is a target " + target.externalId() + " of kind " + target.kind() + " already");
    }
    changed.run();
    return get(id.get()).orElseThrow(() -> unknown(target.kind(), target.externalId()));
  }

  public Target create(NewTarget target) {
    return create(target, AuditTrail.SYSTEM);
  }

  public Optional<Target> get(long id) {
    return database.transact(
        connection -> TARGET.on(connection).set("id", id).first(Targets::read));
  }

  public Optional<Target> get(String kind, String externalId) {
    return rows(kind, externalId).stream().findFirst();
  }

  /** The targets of a kind by their ids, inactive ones too. */
  public List<Target> list(String kind) {
    return rows(kind, null);
  }

  /** Those targets of a kind that are called so. */
  public List<Target> named(String kind, Collection<String> externalIds) {
    return database.transact(connection ->
        NAMED
            .on(connection)
            .set("kind", kind)
            .set("external_ids", externalIds.toArray(String[]::new))
            .list(Targets::read));
  }

  /** A page of targets by their numbers. */
  public Page<Target> list(TargetFilter filter) {
    List<Target> found =
        database.transact(connection ->
            LIST.on(connection)
                .set("after", filter.after())
                .set("kind", filter.kind())
                .set("source", filter.source())
                .set("active", text(filter.active()))
                .set("approved", text(filter.approved()))
                .set("max", filter.limit() + 1)
                .list(Targets::read));
    boolean more = found.size() > filter.limit();
    List<Target> shown = more ? found.subList(0, filter.limit()) : found;
    return new Page<>(shown, more ? Long.valueOf(shown.getLast().id()) : null);
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

  /** Lets the success of a job that no plan has made be the target's. */
  public void awaitSuccess(long target, long job) {
    database.run(connection ->
        AWAIT
            .on(connection)
            .set("plan", NO_PLAN)
            .set("targets", new long[] {target})
            .set("jobs", new long[] {job})
            .update());
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
    return text(target.approved());
  }

  private static @Nullable String text(@Nullable Boolean flag) {
    return flag == null ? null : flag.toString();
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
                .set("active", text(active))
                .set("approved", text(approved))
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
