package dev.rota.engine.scheduler;

import dev.rota.InvalidInput;
import dev.rota.Json;
import dev.rota.RotaException;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A TargetSync reads the sources of targets that are due and makes the targets what they list. A
 * source that fails, or that lists nothing all of a sudden, changes nothing.
 */
final class TargetSync {
  private static final System.Logger LOG = System.getLogger(TargetSync.class.getName());
  private static final Sql READ = Statements.sql("read_targets");
  private static final Sql RETIRE = Statements.sql("retire_targets");
  private static final Sql COUNT = Statements.sql("active_of_source");
  private static final Sql NOTE = Statements.sql("note_sync");
  private static final Sql NEXT = Statements.sql("next_sync");
  private static final Duration AT_LEAST = Duration.ofMillis(100);
  private static final Duration AT_MOST = Duration.ofSeconds(10);

  private final Database database;
  private final SourceReader reader;
  private final Runnable changed;

  TargetSync(Database database, Runnable changed) {
    this.database = database;
    this.reader = new SourceReader(database);
    this.changed = changed;
  }

  /** Reads what is due; tells how long it may rest. */
  Duration sync() {
    List<SourceState> due = TargetSources.rows(database, null, true);
    due.forEach(this::read);
    if (!due.isEmpty()) {
      changed.run();
    }
    long wait =
        database.transact(connection ->
            NEXT.on(connection)
                .set("most_ms", AT_MOST.toMillis())
                .one(row -> row.getLong("wait_ms")));
    return Duration.ofMillis(Math.max(wait, AT_LEAST.toMillis()));
  }

  /** Reads one source and notes what came of it. */
  void read(SourceState state) {
    String name = state.source().name();
    try {
      SourceReader.Answer answer = reader.read(state);
      database.run(connection -> {
        Integer targets =
            answer.json() == null ? null : store(connection, state.source(), answer.json());
        note(connection, name, targets, answer.etag(), null);
      });
    } catch (IOException | RotaException e) {
      failed(state, Objects.requireNonNullElse(e.getMessage(), e.getClass().getSimpleName()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void failed(SourceState state, String error) {
    if (!error.equals(state.error())) {
      LOG.log(Level.WARNING, "source={0} cannot be used: {1}", state.source().name(), error);
    }
    database.run(connection -> note(connection, state.source().name(), null, null, error));
  }

  private static int store(Connection connection, TargetSource source, String json)
      throws SQLException {
    Json.check("targets", json);
    List<NewTarget> targets =
        READ.on(connection).set("json", json).list(row -> target(row, source.targetKind()));
    if (targets.isEmpty() && !source.allowEmpty()) {
      refuseSuddenEmptiness(connection, source.name());
    }
    String actor = "source " + source.name();
    Targets.put(connection, targets, source.name(), actor);
    RETIRE
        .on(connection)
        .set("source", source.name())
        .set("actor", actor)
        .set("kinds", Targets.column(targets, NewTarget::kind))
        .set("external_ids", Targets.column(targets, NewTarget::externalId))
        .update();
    return targets.size();
  }

  private static void refuseSuddenEmptiness(Connection connection, String source)
      throws SQLException {
    long before = COUNT.on(connection).set("source", source).one(row -> row.getLong("targets"));
    if (before > 0) {
      throw new RotaException(
          "source-empty",
          "it lists no targets where there were "
              + before
              + ": they are kept; allow_empty: true would make them inactive");
    }
  }

  private static NewTarget target(ResultSet row, String kind) throws SQLException {
    String path = "targets[" + (row.getInt("place") - 1) + "]";
    String sort = row.getString("sort");
    String externalId = row.getString("external_id");
    if (externalId == null || !("object".equals(sort) || "string".equals(sort))) {
      throw new InvalidInput(path, sort, "must be an object with external_id, or a name");
    }
    try {
      Boolean active = flag("active", row.getString("active"));
      return new NewTarget(
          Objects.requireNonNullElse(row.getString("kind"), kind),
          externalId,
          Objects.requireNonNullElse(row.getString("name"), externalId),
          row.getString("url"),
          active == null || active,
          flag("approved", row.getString("approved")),
          row.getString("metadata"));
    } catch (InvalidInput e) {
      throw e.at(path);
    }
  }

  private static @Nullable Boolean flag(String field, @Nullable String value) {
    return value == null
        ? null
        : switch (value.toLowerCase(Locale.ROOT)) {
          case "true", "t", "yes", "y", "on", "1" -> true;
          case "false", "f", "no", "n", "off", "0" -> false;
          default -> throw new InvalidInput(field, value, "must be true or false");
        };
  }

  private static void note(
      Connection connection,
      String name,
      @Nullable Integer targets,
      @Nullable String etag,
      @Nullable String error)
      throws SQLException {
    NOTE.on(connection)
        .set("name", name)
        .set("targets", targets)
        .set("etag", etag)
        .set("error", error)
        .update();
  }
}
