package dev.rota.schedule;

import dev.rota.schedule.DstPolicy.Gap;
import dev.rota.schedule.DstPolicy.Overlap;
import dev.rota.schedule.Fire.Mark;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * A PlainClock finds planned times the slow way: each local time of each day on its own, looked up
 * in the zone, then everything in order. It is the second opinion on {@link Walk}.
 */
record PlainClock(ZoneId zone, DstPolicy policy, boolean inEveryHour) {

  List<Fire> fires(Function<LocalDate, List<LocalDateTime>> times, Instant from, Instant to) {
    Map<Instant, Fire> running = new TreeMap<>();
    List<Fire> fires = new ArrayList<>();
    LocalDate last = LocalDateTime.ofInstant(to, zone).toLocalDate().plusDays(2);
    LocalDate date = LocalDateTime.ofInstant(from, zone).toLocalDate().minusDays(2);
    for (; !date.isAfter(last); date = date.plusDays(1)) {
      for (LocalDateTime local : times.apply(date)) {
        for (Fire fire : resolve(local)) {
          if (fire.runs()) {
            running.merge(fire.at(), fire, (one, other) -> one);
          } else {
            fires.add(fire);
          }
        }
      }
    }
    fires.addAll(running.values());
    fires.removeIf(fire -> fire.at().isBefore(from) || !fire.at().isBefore(to));
    fires.sort(Comparator.comparing(Fire::at).thenComparing(Fire::local));
    return fires;
  }

  private List<Fire> resolve(LocalDateTime local) {
    ZoneOffsetTransition change = zone.getRules().getTransition(local);
    if (change == null) {
      return List.of(new Fire(local.atZone(zone).toInstant(), local, Mark.NORMAL));
    }
    return change.isGap() ? inGap(change, local) : inOverlap(change, local);
  }

  private List<Fire> inGap(ZoneOffsetTransition gap, LocalDateTime local) {
    Mark mark = policy.gap() == Gap.SKIP ? Mark.SKIPPED : Mark.MOVED;
    return inEveryHour ? List.of() : List.of(new Fire(gap.getInstant(), local, mark));
  }

  private List<Fire> inOverlap(ZoneOffsetTransition change, LocalDateTime local) {
    Fire first = new Fire(local.toInstant(change.getOffsetBefore()), local, Mark.FIRST);
    Fire second = new Fire(local.toInstant(change.getOffsetAfter()), local, Mark.SECOND);
    if (inEveryHour || policy.overlap() == Overlap.TWICE) {
      return List.of(first, second);
    }
    return List.of(policy.overlap() == Overlap.FIRST ? first : second);
  }
}
