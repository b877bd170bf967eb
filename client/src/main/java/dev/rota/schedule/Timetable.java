package dev.rota.schedule;

import dev.rota.InvalidInput;
import dev.rota.Rules;
import dev.rota.schedule.Fire.Mark;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A Timetable is a trigger on the clock of a zone, from a start to an end: it knows every planned
 * time. Equal timetables plan equal times, whoever asks and when.
 *
 * @param start no time is before it, and intervals are counted from it; null for no start
 * @param end every time is before it; null for no end
 */
public record Timetable(
    Trigger trigger, ZoneId zone, @Nullable Instant start, @Nullable Instant end, DstPolicy dst) {
  /** How many times a preview has at the most. */
  public static final int PREVIEW_MAX = 10_000;

  private static final Instant EARLIEST = Instant.parse("0001-01-01T00:00:00Z");
  private static final Instant LATEST = Instant.parse("9999-01-01T00:00:00Z");

  public Timetable {
    start = start == null ? null : inRange("start", start);
    end = end == null ? null : inRange("end", end);
    if (start != null && end != null && !start.isBefore(end)) {
      throw new InvalidInput("end", end, "must be after the start, " + start);
    }
  }

  /** In UTC, without start and end, with the usual policy. */
  public static Timetable of(Trigger trigger) {
    return new Timetable(trigger, ZoneOffset.UTC, null, null, DstPolicy.DEFAULT);
  }

  public Timetable in(ZoneId other) {
    return new Timetable(trigger, other, start, end, dst);
  }

  /** In a zone by its name, such as {@code Europe/Amsterdam}, {@code UTC} or {@code +05:30}. */
  public Timetable in(String zoneName) {
    try {
      return in(ZoneId.of(zoneName));
    } catch (DateTimeException e) {
      throw new InvalidInput(
          "time_zone", zoneName, "must be a time zone, as in Europe/Amsterdam, UTC or +05:30");
    }
  }

  public Timetable from(@Nullable Instant other) {
    return new Timetable(trigger, zone, other, end, dst);
  }

  public Timetable until(@Nullable Instant other) {
    return new Timetable(trigger, zone, start, other, dst);
  }

  public Timetable with(DstPolicy other) {
    return new Timetable(trigger, zone, start, end, other);
  }

  /** The first planned time after an instant; none behind the end. */
  public Optional<Instant> next(Instant after) {
    return after.isBefore(LATEST)
        ? fires(after.plusNanos(1), LATEST, 1, false).stream().map(Fire::at).findFirst()
        : Optional.empty();
  }

  /** Itself, unless it has no time after an instant: that is refused. */
  public Timetable firingAfter(Instant now) {
    if (next(now).isEmpty()) {
      throw new InvalidInput("schedule", explain(), "would not fire after " + now);
    }
    return this;
  }

  /**
   * The planned times from one instant to another (it not included), at most so many; also those
   * that are skipped in a gap.
   */
  public List<Fire> fires(Instant from, Instant to, int max) {
    return fires(from, to, Rules.range("max", max, 1, PREVIEW_MAX), true);
  }

  /** The timetable in words, as in "at 02:30 on weekdays, Europe/Amsterdam". */
  public String explain() {
    return trigger.explain()
        + (trigger instanceof Interval ? "" : ", " + (zone.equals(ZoneOffset.UTC) ? "UTC" : zone))
        + (start == null ? "" : ", from " + start)
        + (end == null ? "" : ", until " + end);
  }

  private List<Fire> fires(Instant from, Instant to, int max, boolean showsSkipped) {
    Instant first = latest(latest(from, start), EARLIEST);
    Instant last = earliest(earliest(to, end), LATEST);
    return first.isBefore(last)
        ? switch (trigger) {
          case Interval interval -> fires(interval, first, last, max);
          case Cron cron -> fires(walk(cron.pattern(), first, showsSkipped), last, max);
          case DayInterval days ->
              fires(walk(days.from(localStart()), first, showsSkipped), last, max);
        }
        : List.of();
  }

  private List<Fire> fires(Interval interval, Instant from, Instant to, int max) {
    List<Fire> fires = new ArrayList<>();
    Instant at = interval.next(from.minusNanos(1), start);
    while (at.isBefore(to) && fires.size() < max) {
      fires.add(new Fire(at, LocalDateTime.ofInstant(at, zone), Mark.NORMAL));
      at = interval.next(at, start);
    }
    return fires;
  }

  private static List<Fire> fires(Walk walk, Instant to, int max) {
    List<Fire> fires = new ArrayList<>();
    for (Fire fire = walk.next(); fire != null && fire.at().isBefore(to); fire = walk.next()) {
      fires.add(fire);
      if (fires.size() == max) {
        break;
      }
    }
    return fires;
  }

  private Walk walk(LocalTimes times, Instant from, boolean showsSkipped) {
    return new Walk(times, zone.getRules(), dst, from.minusNanos(1), showsSkipped);
  }

  private @Nullable LocalDateTime localStart() {
    return start == null ? null : LocalDateTime.ofInstant(start, zone);
  }

  /** What is stored has microseconds, so that is what a timetable has. */
  private static Instant inRange(String field, Instant instant) {
    if (instant.isBefore(EARLIEST) || instant.isAfter(LATEST)) {
      throw new InvalidInput(field, instant, "must be from " + EARLIEST + " to " + LATEST);
    }
    return instant.truncatedTo(ChronoUnit.MICROS);
  }

  private static Instant latest(Instant one, @Nullable Instant other) {
    return other != null && other.isAfter(one) ? other : one;
  }

  private static Instant earliest(Instant one, @Nullable Instant other) {
    return other != null && other.isBefore(one) ? other : one;
  }
}
