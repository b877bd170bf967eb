package dev.rota.engine;

import dev.rota.engine.windows.Closure;
import dev.rota.engine.windows.Hours;
import dev.rota.engine.windows.WindowCalendar;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Openings are what windows leave of the lanes that a claim found: those of closed queues and kinds
 * are not there, as if they were empty.
 *
 * @param mixedRoutes routes where each job has to be asked
 * @param until when windows may stand otherwise, as PostgreSQL reads it
 */
record Openings(List<Head> heads, Set<Integer> mixedRoutes, String until) {
  static final String FOREVER = "infinity";

  static Openings of(WindowCalendar calendar, Routes routes, Lanes.Peeked peeked) {
    if (calendar.isEmpty()) {
      return new Openings(peeked.heads(), Set.of(), FOREVER);
    }
    List<Head> open = new ArrayList<>();
    Set<Integer> mixed = new TreeSet<>();
    Instant until = Closure.FOREVER;
    for (Head head : peeked.heads()) {
      Route route = routes.byId(head.route());
      Hours hours = calendar.hours(route.queue(), route.kind(), peeked.now());
      if (hours.state() != Hours.State.CLOSED) {
        open.add(head);
        until = hours.until().isBefore(until) ? hours.until() : until;
      }
      if (hours.state() == Hours.State.MIXED) {
        mixed.add(head.route());
      }
    }
    return new Openings(open, mixed, until.toString());
  }

  /** The same with some of its heads. */
  Openings only(Predicate<Head> wanted) {
    return new Openings(heads.stream().filter(wanted).toList(), mixedRoutes, until);
  }
}
