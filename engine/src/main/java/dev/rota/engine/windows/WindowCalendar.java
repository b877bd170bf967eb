package dev.rota.engine.windows;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A WindowCalendar knows when windows keep which work from starting. It looks at no clock and no
 * database, so every node that has the same windows gives the same answers.
 */
public final class WindowCalendar {
  public static final WindowCalendar EMPTY = new WindowCalendar(List.of(), Map.of());

  private final List<NewWindow> rules;
  private final Map<String, Duration> leads;
  private final Map<String, Duration> own;
  private final List<WindowTimes> windows;
  private final Map<Line, Hours> hours = new ConcurrentHashMap<>();

  /**
   * @param rules windows; those that are not enabled count for nothing
   * @param leads of each queue, how long before a maintenance window nothing starts any more
   */
  public WindowCalendar(Collection<NewWindow> rules, Map<String, Duration> leads) {
    this(rules, leads, Map.of());
  }

  /**
   * @param own of each queue, the longest timeout that a job brought along: so long before
   *     maintenance, each job is asked for its own
   */
  WindowCalendar(
      Collection<NewWindow> rules, Map<String, Duration> leads, Map<String, Duration> own) {
    this.rules = rules.stream().filter(NewWindow::enabled).toList();
    this.leads = Map.copyOf(leads);
    this.own = Map.copyOf(own);
    this.windows = this.rules.stream().map(WindowTimes::new).toList();
  }

  private static Duration part(Duration whole, double place) {
    return Duration.of((long) (place * whole.toMillis()), ChronoUnit.MILLIS);
  }

  private record Line(String queue, String kind) {}

  public boolean isEmpty() {
    return windows.isEmpty();
  }

  /** Whether it was made from the same windows and leads. */
  boolean isMadeFrom(
      List<NewWindow> otherRules,
      Map<String, Duration> otherLeads,
      Map<String, Duration> otherOwn) {
    return rules.equals(otherRules) && leads.equals(otherLeads) && own.equals(otherOwn);
  }

  /** The widest spread of its windows and another's. */
  Duration widestSpread(WindowCalendar other) {
    return Stream.concat(rules.stream(), other.rules.stream())
        .map(NewWindow::spread)
        .max(Duration::compareTo)
        .orElse(Duration.ZERO);
  }

  /** The closure that work of this sort is in at an instant, if it is in one. */
  public Optional<Closure> closure(String queue, String kind, Collection<String> tags, Instant at) {
    return agenda(queue, kind, tags).closure(at);
  }

  /** The closure that a job with this timeout is in at an instant, if it is in one. */
  public Optional<Closure> closure(
      String queue, String kind, Collection<String> tags, @Nullable Duration timeout, Instant at) {
    return agenda(queue, kind, tags, timeout).closure(at);
  }

  /** The closures of this sort of work between two instants, at most a thousand. */
  public List<Span> closures(
      String queue, String kind, Collection<String> tags, Instant from, Instant to) {
    return agenda(queue, kind, tags).closures(from, to);
  }

  /** Whether a planned time of this sort of work is left out, because its window says so. */
  public boolean skips(String queue, String kind, Collection<String> tags, Instant plannedAt) {
    return agenda(queue, kind, tags).skips(plannedAt);
  }

  /** The end of a closure that is so fresh that what it held is still being let go. */
  public Optional<LetGo> spreadAfter(
      String queue, String kind, Collection<String> tags, Instant at) {
    return agenda(queue, kind, tags).letGo(at);
  }

  /**
   * How long a job has to wait that has been due since an instant and might start now; empty if it
   * may start.
   *
   * @param timeout its own: it does not start so long before maintenance
   * @param place where it comes in the spread, from 0 to 1
   */
  public Optional<Hold> hold(
      String queue,
      String kind,
      Collection<String> tags,
      @Nullable Duration timeout,
      Instant dueAt,
      Instant now,
      double place) {
    Agenda agenda = agenda(queue, kind, tags, timeout);
    Optional<Closure> closed = agenda.closure(now);
    if (closed.isPresent()) {
      return closed.map(c -> new Hold(c.until().plus(part(c.spread(), place)), true));
    }
    return agenda
        .letGo(now)
        .filter(freed -> dueAt.isBefore(freed.end()))
        .map(freed -> new Hold(now.plus(part(Duration.between(now, freed.until()), place)), false));
  }

  /** How windows stand to a queue and kind at an instant. */
  public Hours hours(String queue, String kind, Instant at) {
    Line line = new Line(queue, kind);
    Hours known = hours.get(line);
    if (known == null || !known.holdAt(at)) {
      known = look(queue, kind, at);
      hours.put(line, known);
    }
    return known;
  }

  private Hours look(String queue, String kind, Instant at) {
    Agenda forAll = agenda(queue, scope -> scope.matches(queue, kind) && !scope.hasTags());
    Agenda forSome = agenda(queue, scope -> scope.matches(queue, kind) && scope.hasTags());
    Agenda every = agenda(queue, scope -> scope.matches(queue, kind));
    Agenda longest =
        new Agenda(matching(scope -> scope.matches(queue, kind)), lead(queue, own.get(queue)));
    Hours.State state = state(forAll, forSome, every, at);
    boolean asks = state == Hours.State.OPEN && longest.isMaintained(at);
    Instant until = earlier(every.nextChange(at), longest.nextChange(at));
    return new Hours(asks ? Hours.State.MIXED : state, at, until);
  }

  private static Instant earlier(Instant one, Instant other) {
    return one.isBefore(other) ? one : other;
  }

  /** A job outside of one execution window may have the tag of another, and be inside that. */
  private static Hours.State state(Agenda forAll, Agenda forSome, Agenda every, Instant at) {
    if (forAll.isMaintained(at) || (forAll.isOutside(at) && every.isOutside(at))) {
      return Hours.State.CLOSED;
    }
    boolean isMixed =
        forAll.isOutside(at)
            || forSome.isMaintained(at)
            || forSome.isOutsideOfAny(at)
            || every.mayLetGo(at);
    return isMixed ? Hours.State.MIXED : Hours.State.OPEN;
  }

  private Agenda agenda(String queue, String kind, Collection<String> tags) {
    return agenda(queue, scope -> scope.matches(queue, kind, tags));
  }

  private Agenda agenda(
      String queue, String kind, Collection<String> tags, @Nullable Duration timeout) {
    return new Agenda(matching(scope -> scope.matches(queue, kind, tags)), lead(queue, timeout));
  }

  private Agenda agenda(String queue, Predicate<Scope> matches) {
    return new Agenda(matching(matches), lead(queue, null));
  }

  private List<WindowTimes> matching(Predicate<Scope> matches) {
    return windows.stream().filter(times -> matches.test(times.window().scope())).toList();
  }

  /** The longer one of a queue's lead and a timeout. */
  private Duration lead(String queue, @Nullable Duration timeout) {
    Duration lead = leads.getOrDefault(queue, Duration.ZERO);
    return timeout == null || timeout.compareTo(lead) < 0 ? lead : timeout;
  }
}
