package dev.rota.engine.windows;

import dev.rota.RotaException;
import dev.rota.Rules;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Windows are set up, switched and looked at here. A change acts on this node at once, on the
 * others when they hear of it, within a second.
 */
public final class Windows {
  private static final Sql WAKE = Statements.sql("wake_schedules");
  private static final long CLAIM_NANOS = 500_000_000;

  private final Database database;
  private final WindowTable table = new WindowTable();
  private final Held held;
  private final Runnable changed;
  private final AtomicReference<@Nullable News> news = new AtomicReference<>();
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

  /** News are that this node has heard of other windows, and when. */
  private record News(Duration spread, long nanos) {}

  /** Creates a window, or changes the one of the same name. */
  public Window put(NewWindow window, String actor) {
    Rules.name("actor", actor);
    change(
        window.name(),
        actor,
        window.spread(),
        connection -> WindowTable.put(connection, window, actor));
    return existing(window.name());
  }

  public Optional<Window> get(String name) {
    return rows(name).stream().findFirst();
  }

  /** Every window, by name. */
  public List<Window> list() {
    return rows(null);
  }

  /** How windows stand now, in their order. */
  public List<WindowStanding> standing(List<Window> windows) {
    Instant now = database.transact(WindowTable::clock);
    return windows.stream().map(window -> WindowStanding.of(window, now)).toList();
  }

  public void delete(String name, String actor) {
    Rules.name("actor", actor);
    change(name, actor, spreadOf(name), connection -> WindowTable.delete(connection, name, actor));
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
    Map<String, Duration> leads = database.transact(WindowTable::leads);
    return new WindowCalendar(List.of(window.withEnabled(true)), leads);
  }

  /** What this node knows of the windows, as it was last read. */
  public WindowCalendar calendar() {
    return calendar;
  }

  /** Reads windows and leads anew. */
  public void refresh(Connection connection) throws SQLException {
    letGoStragglers(connection);
    List<NewWindow> rules = table.enabled(connection);
    Map<String, Duration> leads = rules.isEmpty() ? Map.of() : WindowTable.leads(connection);
    Map<String, Duration> own = rules.isEmpty() ? Map.of() : WindowTable.ownTimeouts(connection);
    WindowCalendar before = calendar;
    if (!before.isMadeFrom(rules, leads, own)) {
      calendar = new WindowCalendar(rules, leads, own);
      news.set(new News(before.widestSpread(calendar), System.nanoTime()));
    }
  }

  /**
   * A claim that was under way when windows changed may have put off jobs by what it knew: those
   * are let go when it must be over.
   */
  private void letGoStragglers(Connection connection) throws SQLException {
    News last = news.get();
    if (last != null
        && System.nanoTime() - last.nanos() > CLAIM_NANOS
        && news.compareAndSet(last, null)) {
      held.letGo(connection, last.spread());
    }
  }

  private void turn(String name, boolean enabled, String actor) {
    Rules.name("actor", actor);
    change(
        name,
        actor,
        spreadOf(name),
        connection -> WindowTable.turn(connection, name, enabled, actor));
  }

  private void change(String name, String actor, Duration spread, Database.Action change) {
    database.run(connection -> {
      Optional<NewWindow> before =
          WindowTable.rows(connection, name).stream().map(Window::rule).findFirst();
      Instant now = WindowTable.clock(connection);
      change.on(connection);
      if (before.isPresent() && isClosed(connection, before.get(), now)) {
        WindowTable.fade(connection, before.get(), now, actor);
      }
      held.letGo(connection, spread);
      WAKE.on(connection).update();
    });
    changed.run();
  }

  /** Whether a window, taken by itself, keeps work from starting. */
  private static boolean isClosed(Connection connection, NewWindow window, Instant now)
      throws SQLException {
    String queue = window.scope().queue();
    Duration lead =
        queue == null
            ? Duration.ZERO
            : WindowTable.leads(connection).getOrDefault(queue, Duration.ZERO);
    return window.enabled()
        && !window.spread().isZero()
        && new Agenda(List.of(new WindowTimes(window)), lead).isClosed(now);
  }

  private Duration spreadOf(String name) {
    return existing(name).rule().spread();
  }

  private Window existing(String name) {
    return get(name)
        .orElseThrow(() -> new RotaException("not-found", "there is no window " + name));
  }

  private List<Window> rows(@Nullable String name) {
    return database.transact(connection -> WindowTable.rows(connection, name));
  }
}
