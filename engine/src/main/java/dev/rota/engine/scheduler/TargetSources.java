package dev.rota.engine.scheduler;

import dev.rota.RotaException;
import dev.rota.Rules;
import dev.rota.engine.AuditTrail;
import dev.rota.engine.sql.Columns;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** TargetSources are set up, looked at, read and forgotten here. */
public final class TargetSources {
  private static final Sql PUT = Statements.sql("put_source");
  private static final Sql SOURCES = Statements.sql("sources");
  private static final Sql DELETE = Statements.sql("delete_source");

  private final Database database;
  private final TargetSync sync;
  private final Runnable changed;

  TargetSources(Database database, TargetSync sync, Runnable changed) {
    this.database = database;
    this.sync = sync;
    this.changed = changed;
  }

  /** Stores a source; a new or changed one is read soon. */
  public void put(TargetSource source, String actor) {
    Rules.name("actor", actor);
    database.run(connection ->
        PUT.on(connection)
            .set("name", source.name())
            .set("target_kind", source.targetKind())
            .set("sort", source.sort().word())
            .set("location", source.location())
            .set("every_ms", source.every().toMillis())
            .set("allow_empty", source.allowEmpty())
            .set("enabled", source.enabled())
            .set("actor", actor)
            .update());
    changed.run();
  }

  public void put(TargetSource source) {
    put(source, AuditTrail.SYSTEM);
  }

  public Optional<SourceState> get(String name) {
    return rows(database, name, false).stream().findFirst();
  }

  public List<SourceState> list() {
    return rows(database, null, false);
  }

  /** Reads a source now, whether it is due or not, and tells what came of it. */
  public SourceState sync(String name) {
    sync.read(get(name).orElseThrow(() -> unknown(name)));
    changed.run();
    return get(name).orElseThrow(() -> unknown(name));
  }

  /** Forgets a source; its targets stay as they are. */
  public void delete(String name, String actor) {
    Rules.name("actor", actor);
    int gone =
        database.transact(
            connection -> DELETE.on(connection).set("name", name).set("actor", actor).update());
    if (gone == 0) {
      throw unknown(name);
    }
  }

  public void delete(String name) {
    delete(name, AuditTrail.SYSTEM);
  }

  static List<SourceState> rows(Database database, @Nullable String name, boolean due) {
    return database.transact(connection ->
        SOURCES.on(connection).set("name", name).set("due", due).list(TargetSources::read));
  }

  private static SourceState read(ResultSet row) throws SQLException {
    return new SourceState(
        new TargetSource(
            row.getString("name"),
            row.getString("target_kind"),
            TargetSource.Sort.of(row.getString("sort")),
            row.getString("location"),
            Objects.requireNonNull(Columns.duration(row, "every")),
            row.getBoolean("allow_empty"),
            row.getBoolean("enabled")),
        Columns.instant(row, "next_sync_at"),
        Columns.nullableInstant(row, "synced_at"),
        Columns.nullableInt(row, "targets"),
        row.getString("etag"),
        row.getString("error"));
  }

  private static RotaException unknown(String name) {
    return new RotaException("not-found", "there is no source of targets " + name);
  }
}
