package dev.rota.engine.windows;

import dev.rota.RotaException;
import dev.rota.engine.sql.Columns;
import dev.rota.engine.sql.Sql;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A WindowTable is where windows are kept. */
final class WindowTable {
  private static final System.Logger LOG = System.getLogger(WindowTable.class.getName());
  private static final Sql PUT = Statements.sql("put_window");
  private static final Sql SWITCH = Statements.sql("switch_window");
  private static final Sql DELETE = Statements.sql("delete_window");
  private static final Sql WINDOWS = Statements.sql("windows");
  private static final Sql LEADS = Statements.sql("leads");
  private static final Sql OWN_TIMEOUTS = Statements.sql("own_timeouts");
  private static final Sql FADE = Statements.sql("fade_window");
  private static final Sql CLOCK = Statements.sql("window_clock");

  private final Set<String> unreadable = ConcurrentHashMap.newKeySet();

  static void put(Connection connection, NewWindow window, String actor) throws SQLException {
    Scope scope = window.scope();
    PUT.on(connection)
        .set("name", window.name())
        .set("actor", actor)
        .set("sort", window.sort().word())
        .set("policy", window.policy().word())
        .set("trigger", window.trigger())
        .set("duration_ms", window.duration() == null ? null : window.duration().toMillis())
        .set("time_zone", window.zone())
        .set("starts_at", text(window.from()))
        .set("ends_at", text(window.to()))
        .set("spread_ms", window.spread().toMillis())
        .set("enabled", window.enabled())
        .set("queue", scope.queue())
        .set("kind", scope.kind())
        .set("tag", scope.tag())
        .set("target", scope.target())
        .update();
  }

  static void delete(Connection connection, String name, String actor) throws SQLException {
    DELETE.on(connection).set("name", name).set("actor", actor).update();
  }

  static void turn(Connection connection, String name, boolean enabled, String actor)
      throws SQLException {
    SWITCH.on(connection).set("name", name).set("enabled", enabled).set("actor", actor).update();
  }

  /** Keeps a window that is over until all that it held is let go. */
  static void fade(Connection connection, NewWindow window, Instant now, String actor)
      throws SQLException {
    Scope scope = window.scope();
    FADE.on(connection)
        .set("name", window.name())
        .set("actor", actor)
        .set("now", now.toString())
        .set("spread_ms", window.spread().toMillis())
        .set("queue", scope.queue())
        .set("kind", scope.kind())
        .set("tag", scope.tag())
        .set("target", scope.target())
        .update();
  }

  static Instant clock(Connection connection) throws SQLException {
    return CLOCK.on(connection).one(row -> Columns.instant(row, "now"));
  }

  /** Every window, or one; none that fades. */
  static List<Window> rows(Connection connection, @Nullable String name) throws SQLException {
    return WINDOWS.on(connection).set("name", name).set("fading", false).list(WindowRows::window);
  }

  /** Every window that is enabled. */
  List<NewWindow> enabled(Connection connection) throws SQLException {
    return WINDOWS
        .on(connection)
        .set("name", (String) null)
        .set("fading", true)
        .list(this::readable)
        .stream()
        .flatMap(Optional::stream)
        .filter(NewWindow::enabled)
        .toList();
  }

  static Map<String, Duration> leads(Connection connection) throws SQLException {
    return durations(connection, LEADS);
  }

  /** Of each queue, the longest timeout that a job brought along. */
  static Map<String, Duration> ownTimeouts(Connection connection) throws SQLException {
    return durations(connection, OWN_TIMEOUTS);
  }

  private static Map<String, Duration> durations(Connection connection, Sql sql)
      throws SQLException {
    Map<String, Duration> leads = new HashMap<>();
    sql.on(connection)
        .list(row -> leads.put(row.getString("queue"), Duration.ofMillis(row.getLong("lead_ms"))));
    return leads;
  }

  /** A row that somebody wrote by hand must not keep the others from being read. */
  private Optional<NewWindow> readable(ResultSet row) throws SQLException {
    String name = row.getString("name");
    try {
      NewWindow rule = WindowRows.window(row).rule();
      unreadable.remove(name);
      return Optional.of(rule);
    } catch (RotaException e) {
      if (unreadable.add(name)) {
        LOG.log(Level.WARNING, "window={0} cannot be read, so it closes nothing: {1}", name, e);
      }
      return Optional.empty();
    }
  }

  private static @Nullable String text(@Nullable Instant instant) {
    return instant == null ? null : instant.toString();
  }
}
