package dev.rota.engine.windows;

import dev.rota.RotaException;
import dev.rota.Rules;
import dev.rota.engine.sql.Call;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Windows are set up, switched and looked at here. A change acts on this node at once, on the
 * others when they hear of it, within a second.
 */
public final class Windows {
  private static final Sql PUT = Statements.sql("put_window");
  private static final Sql SWITCH = Statements.sql("switch_window");
  private static final Sql DELETE = Statements.sql("delete_window");
  private static final Sql WINDOWS = Statements.sql("windows");
  private static final Sql LEADS = Statements.sql("leads");

  private final Database database;
  private final Held held;
  private final Runnable changed;
  private volatile WindowCalendar calendar = WindowCalendar.EMPTY;

  /**
   * @param held the jobs that windows have put off
   * @param changed what to do after a change
   */
  public Windows(Database database, Held held, Runnable changed) {
    this.database = database;
    this.held = held;
    this.changed = changed;
  }

  /** Held are the jobs that windows have put off. */
  @FunctionalInterface
  public interface Held {
    /** Lets them come due within a time, so that claims judge them anew. */
    void letGo(Connection connection, Duration spread) throws SQLException;
  }

  /** Creates a window, or changes the one of the same name. */
  public Window put(NewWindow window, String actor) {
    Rules.name("actor", actor);
    change(window.spread(), connection -> put(connection, window).set("actor", actor).update());
    return existing(window.name());
  }

  public Optional<Window> get(String name) {
    return rows(name).stream().findFirst();
  }

  /** Every window, by name. */
  public List<Window> list() {
    return rows(null);
  }

  public void delete(String name, String actor) {
    Rules.name("actor", actor);
    Duration spread = existing(name).rule().spread();
    change(
        spread, connection -> DELETE.on(connection).set("name", name).set("actor", actor).update());
  }

  public void enable(String name, String actor) {
    turn(name, true, actor);
  }

  /** A window that is disabled closes nothing, and stays. */
  public void disable(String name, String actor) {
    turn(name, false, actor);
  }

  /**
   * The jobs that are there now and that a window would hold: those that come due while it is
   * closed from one instant to another, and those that are due, if it is closed now.
   */
  public WhatIf whatIf(NewWindow window, Instant from, Instant to) {
    Rehearsal rehearsal = new Rehearsal(window, from, to);
    WindowCalendar alone = calendarOf(window);
    return database.transact(connection -> rehearsal.on(connection, alone));
  }

  /** A calendar that knows nothing but this window, and the leads of the queues. */
  public WindowCalendar calendarOf(NewWindow window) {
    return database.transact(
        connection -> new WindowCalendar(List.of(window.withEnabled(true)), leads(connection)));
  }

  /** What this node knows of the windows, as it was last read. */
  public WindowCalendar calendar() {
    return calendar;
  }

  /** Reads windows and leads anew. */
  public void refresh(Connection connection) throws SQLException {
    List<NewWindow> rules =
        WINDOWS.on(connection).set("name", (String) null).list(WindowRows::window).stream()
            .map(Window::rule)
            .filter(NewWindow::enabled)
            .toList();
    Map<String, Duration> leads = rules.isEmpty() ? Map.of() : leads(connection);
    if (!calendar.isMadeFrom(rules, leads)) {
      calendar = new WindowCalendar(rules, leads);
    }
  }

  private void turn(String name, boolean enabled, String actor) {
    Rules.name("actor", actor);
    Duration spread = existing(name).rule().spread();
    change(
        spread,
        connection ->
            SWITCH
                .on(connection)
                .set("name", name)
                .set("enabled", enabled)
                .set("actor", actor)
                .update());
  }

  private void change(Duration spread, Database.Work<Integer> change) {
    database.run(connection -> {
      change.on(connection);
      held.letGo(connection, spread);
    });
    changed.run();
  }

  private Window existing(String name) {
    return get(name)
        .orElseThrow(() -> new RotaException("not-found", "there is no window " + name));
  }

  private List<Window> rows(@Nullable String name) {
    return database.transact(
        connection -> WINDOWS.on(connection).set("name", name).list(WindowRows::window));
  }

  private static Map<String, Duration> leads(Connection connection) throws SQLException {
    Map<String, Duration> leads = new HashMap<>();
    LEADS
        .on(connection)
        .list(row -> leads.put(row.getString("queue"), Duration.ofMillis(row.getLong("lead_ms"))));
    return leads;
  }

  private static Call put(Connection connection, NewWindow window) throws SQLException {
    Scope scope = window.scope();
    return PUT.on(connection)
        .set("name", window.name())
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
        .set("target", scope.target());
  }

  private static @Nullable String text(@Nullable Instant instant) {
    return instant == null ? null : instant.toString();
  }
}
