package dev.rota.schedule;

import dev.rota.schedule.DstPolicy.Gap;
import dev.rota.schedule.DstPolicy.Overlap;
import dev.rota.schedule.Fire.Mark;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import org.jspecify.annotations.Nullable;

/**
 * A Walk goes through local times in the order in which they come in a zone. It walks stretches
 * between changes of the clock: within one, local time and real time pass alike, so that nothing
 * but the seams needs the policy.
 */
final class Walk {
  /** After this long without a time that runs, none is expected: skipped ones need not end. */
  private static final int YEARS = 100;

  private static final int FAR_DAYS = 4;

  private final LocalTimes times;
  private final ZoneRules rules;
  private final DstPolicy policy;
  private final boolean followsClock;
  private final boolean showsSkipped;

  /** The change that began the stretch, the offset in it, and the change that ends it. */
  private @Nullable ZoneOffsetTransition opening;

  private ZoneOffset offset = ZoneOffset.UTC;
  private @Nullable ZoneOffsetTransition closing;

  /** The local time from which to look on, in the stretch or in the gap behind it. */
  private LocalDateTime from;

  private LocalDateTime limit;

  Walk(LocalTimes times, ZoneRules rules, DstPolicy policy, Instant after, boolean showsSkipped) {
    this.times = times;
    this.rules = rules;
    this.policy = policy;
    this.followsClock = times.inEveryHour();
    this.showsSkipped = showsSkipped;
    enter(after);
    LocalDateTime local = LocalDateTime.ofEpochSecond(after.getEpochSecond(), 0, offset);
    this.from = local.plusSeconds(1);
    this.limit = from.plusYears(YEARS);
  }

  /** The next time, or null if there is none. */
  @Nullable Fire next() {
    while (true) {
      LocalDateTime local = times.next(from);
      if (local == null || local.isAfter(limit)) {
        return null;
      }
      Fire fire = reach(local);
      if (fire != null) {
        limit = from.plusYears(YEARS);
        return fire;
      }
    }
  }

  /** Goes to the next local time, or at least nearer: null, if it was no fire. */
  private @Nullable Fire reach(LocalDateTime local) {
    ZoneOffsetTransition end = closing;
    if (end == null || local.isBefore(end.getDateTimeBefore())) {
      return inStretch(local);
    }
    if (end.isGap() && local.isBefore(end.getDateTimeAfter())) {
      return inGap(end, local);
    }
    if (end.isGap() && local.isAfter(end.getDateTimeAfter().plusDays(FAR_DAYS))) {
      enter(local.minusDays(FAR_DAYS / 2).toInstant(ZoneOffset.UTC));
      from = local;
    } else {
      cross(end);
    }
    return null;
  }

  private @Nullable Fire inStretch(LocalDateTime local) {
    ZoneOffsetTransition start = opening;
    if (start != null && start.isOverlap() && local.isBefore(start.getDateTimeBefore())) {
      return runs(Overlap.SECOND) ? fire(local, Mark.SECOND) : skipTo(start.getDateTimeBefore());
    }
    ZoneOffsetTransition end = closing;
    if (end != null && end.isOverlap() && !local.isBefore(end.getDateTimeAfter())) {
      return runs(Overlap.FIRST) ? fire(local, Mark.FIRST) : skipTo(end.getDateTimeBefore());
    }
    return fire(local, Mark.NORMAL);
  }

  private @Nullable Fire inGap(ZoneOffsetTransition gap, LocalDateTime local) {
    if (!followsClock && policy.gap() == Gap.RUN_AFTER) {
      cross(gap);
      from = from.plusSeconds(1);
      return new Fire(gap.getInstant(), local, Mark.MOVED);
    }
    if (!followsClock && showsSkipped) {
      from = local.plusSeconds(1);
      return new Fire(gap.getInstant(), local, Mark.SKIPPED);
    }
    cross(gap);
    return null;
  }

  private boolean runs(Overlap time) {
    return followsClock || policy.overlap() == Overlap.TWICE || policy.overlap() == time;
  }

  private Fire fire(LocalDateTime local, Mark mark) {
    from = local.plusSeconds(1);
    return new Fire(local.toInstant(offset), local, mark);
  }

  private @Nullable Fire skipTo(LocalDateTime local) {
    from = local;
    return null;
  }

  private void enter(Instant instant) {
    offset = rules.getOffset(instant);
    opening = rules.previousTransition(instant.plus(1, ChronoUnit.NANOS));
    closing = rules.nextTransition(instant);
  }

  private void cross(ZoneOffsetTransition change) {
    opening = change;
    offset = change.getOffsetAfter();
    closing = rules.nextTransition(change.getInstant());
    from = change.getDateTimeAfter();
  }
}
