package dev.rota.engine.windows;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** An Agenda is the windows that one sort of work has to do with, and the lead of its queue. */
final class Agenda {
  private static final int HOPS = 100;
  private static final int SPANS = 1_000;
  private static final int STEPS = 10_000;

  private final List<WindowTimes> maintenance;
  private final List<WindowTimes> execution;
  private final Duration lead;

  Agenda(Collection<WindowTimes> windows, Duration lead) {
    this.maintenance = windows.stream().filter(WindowTimes::isMaintenance).toList();
    this.execution = windows.stream().filter(window -> !window.isMaintenance()).toList();
    this.lead = lead;
  }

  /** The closure that an instant is in, followed through windows that overlap or touch. */
  Optional<Closure> closure(Instant at) {
    Set<String> names = new LinkedHashSet<>();
    Instant until = at;
    Duration spread = Duration.ZERO;
    for (int hop = 0; hop < HOPS && until.isBefore(Closure.FOREVER); hop++) {
      Reason last = lastReason(until);
      if (last == null) {
        break;
      }
      closers(until).forEach(window -> names.add(window.window().name()));
      until = last.until();
      spread = last.spread();
    }
    WindowPolicy policy = skips(at) ? WindowPolicy.SKIP : WindowPolicy.HOLD;
    return names.isEmpty()
        ? Optional.empty()
        : Optional.of(new Closure(until, List.copyOf(names), policy, spread));
  }

  /** The closures between two instants, as far as they can be listed. */
  List<Span> closures(Instant from, Instant to) {
    List<Span> spans = new ArrayList<>();
    Instant at = from;
    for (int step = 0; step < STEPS && spans.size() < SPANS && at.isBefore(to); step++) {
      Optional<Closure> closure = closure(at);
      Instant next = closure.map(Closure::until).orElse(nextChange(at));
      if (closure.isPresent()) {
        spans.add(new Span(at, next.isBefore(to) ? next : to));
      }
      at = next;
    }
    return spans;
  }

  /** Whether planned times of this instant are left out. */
  boolean skips(Instant at) {
    return maintaining(at).anyMatch(Agenda::skips)
        || (isOutside(at) && execution.stream().allMatch(Agenda::skips));
  }

  /** The end of the last closure, if what it held is still being let go. */
  Optional<LetGo> letGo(Instant at) {
    LetGo last = null;
    for (WindowTimes window : all().toList()) {
      Instant freed = window.lastFreeing(at);
      if (freed != null && isClosed(freed.minusNanos(1000)) && isLater(freed, window, last)) {
        last = new LetGo(freed, window.spread(), window.window().name());
      }
    }
    return last == null || isClosed(at) ? Optional.empty() : Optional.of(last);
  }

  boolean isClosed(Instant at) {
    return isMaintained(at) || isOutside(at);
  }

  boolean isMaintained(Instant at) {
    return maintaining(at).findAny().isPresent();
  }

  /** Whether there are execution windows and the instant is in none of them. */
  boolean isOutside(Instant at) {
    return !execution.isEmpty()
        && execution.stream().allMatch(window -> window.endAt(at, Duration.ZERO) == null);
  }

  /** Whether there is an execution window that the instant is not in. */
  boolean isOutsideOfAny(Instant at) {
    return execution.stream().anyMatch(window -> window.endAt(at, Duration.ZERO) == null);
  }

  /** Whether a window has begun to let work start so lately that some may have to wait. */
  boolean mayLetGo(Instant at) {
    return all().anyMatch(window -> window.lastFreeing(at) != null);
  }

  /** The first instant at which anything may be different from now. */
  Instant nextChange(Instant at) {
    return all()
        .map(window -> window.nextChange(at, lead))
        .min(Instant::compareTo)
        .orElse(Closure.FOREVER);
  }

  /** A Reason is why work does not start before an instant. */
  private record Reason(Instant until, Duration spread) {
    Reason later(@Nullable Reason other) {
      return other == null || other.until.isBefore(until) ? this : other;
    }
  }

  private @Nullable Reason lastReason(Instant at) {
    List<Reason> reasons = new ArrayList<>();
    for (WindowTimes window : maintenance) {
      Instant end = window.endAt(at, lead);
      if (end != null) {
        reasons.add(new Reason(end, window.spread()));
      }
    }
    if (isOutside(at)) {
      reasons.add(nextOpening(at));
    }
    return reasons.stream().reduce((a, b) -> a.later(b)).orElse(null);
  }

  private Reason nextOpening(Instant at) {
    Reason first = new Reason(Closure.FOREVER, Duration.ZERO);
    for (WindowTimes window : execution) {
      Instant start = window.nextStart(at);
      if (start != null && start.isBefore(first.until())) {
        first = new Reason(start, window.spread());
      }
    }
    return first;
  }

  /** The windows that keep work from starting at an instant. */
  private Stream<WindowTimes> closers(Instant at) {
    return Stream.concat(maintaining(at), isOutside(at) ? execution.stream() : Stream.empty());
  }

  private Stream<WindowTimes> maintaining(Instant at) {
    return maintenance.stream().filter(window -> window.endAt(at, lead) != null);
  }

  private Stream<WindowTimes> all() {
    return Stream.concat(maintenance.stream(), execution.stream());
  }

  private static boolean skips(WindowTimes window) {
    return window.window().policy() == WindowPolicy.SKIP;
  }

  private static boolean isLater(Instant freed, WindowTimes window, @Nullable LetGo last) {
    if (last == null || freed.isAfter(last.end())) {
      return true;
    }
    return freed.equals(last.end()) && window.spread().compareTo(last.spread()) > 0;
  }
}
