package dev.rota.engine.windows;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.testkit.Seed;
import dev.rota.testkit.Seeds;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Random windows over two days, looked at minute by minute, against a plain reading of what they
 * say.
 */
@ExtendWith(Seeds.class)
final class RandomCalendarTest {
  private static final Instant START = Instant.parse("2026-03-02T00:00:00Z");
  private static final int MINUTES = 2 * 24 * 60;
  private static final Duration LEAD = Duration.ofMinutes(7);
  private static final List<List<String>> TAGS =
      List.of(List.of(), List.of("s"), List.of("t"), List.of("s", "t"));

  /** A window in words that need no calendar: every day at a minute, for so many minutes. */
  private record Daily(WindowSort sort, @Nullable String tag, int minute, int minutes) {
    NewWindow window(int number) {
      String trigger = minute % 60 + " " + minute / 60 + " * * *";
      NewWindow.Builder builder =
          sort == WindowSort.MAINTENANCE
              ? NewWindow.maintenance("w" + number)
              : NewWindow.execution("w" + number);
      return builder.recurring(trigger, Duration.ofMinutes(minutes)).tag(tag).build();
    }

    boolean covers(int at) {
      int lead = sort == WindowSort.MAINTENANCE ? (int) LEAD.toMinutes() : 0;
      for (int day = -1; day <= 3; day++) {
        int start = day * 24 * 60 + minute;
        if (at >= start - lead && at < start + minutes) {
          return true;
        }
      }
      return false;
    }
  }

  @Test
  void aCalendarSaysWhatItsWindowsSay(Seed seed) {
    RandomGenerator random = seed.random();
    for (int round = 0; round < 6; round++) {
      List<Daily> windows = new ArrayList<>();
      for (int i = random.nextInt(1, 6); i > 0; i--) {
        windows.add(window(random));
      }
      check(windows);
    }
  }

  private static Daily window(RandomGenerator random) {
    return new Daily(
        random.nextInt(3) == 0 ? WindowSort.EXECUTION : WindowSort.MAINTENANCE,
        switch (random.nextInt(4)) {
          case 0 -> "s";
          case 1 -> "t";
          default -> null;
        },
        random.nextInt(24 * 60),
        random.nextInt(1, 12 * 60));
  }

  private static void check(List<Daily> windows) {
    List<NewWindow> rules = new ArrayList<>();
    windows.forEach(window -> rules.add(window.window(rules.size())));
    WindowCalendar calendar = new WindowCalendar(rules, Map.of("q", LEAD));
    for (int minute = 0; minute < MINUTES; minute += 7) {
      Instant at = START.plus(Duration.ofMinutes(minute));
      boolean anyClosed = false;
      boolean allClosed = true;
      for (List<String> tags : TAGS) {
        boolean closed = isClosed(windows, tags, minute);
        anyClosed |= closed;
        allClosed &= closed;
        var closure = calendar.closure("q", "k", tags, at);
        assertThat(closure.isPresent()).as("%s at %s in %s", tags, at, windows).isEqualTo(closed);
        closure.ifPresent(found -> assertEnds(windows, tags, at, found));
      }
      Hours hours = calendar.hours("q", "k", at);
      assertThat(hours.until()).isAfter(at);
      switch (hours.state()) {
        case OPEN -> assertThat(anyClosed).as("open at %s in %s", at, windows).isFalse();
        case CLOSED -> assertThat(allClosed).as("closed at %s in %s", at, windows).isTrue();
        case MIXED ->
            assertThat(allClosed && hours.from().equals(at) && isForAll(windows, minute))
                .as("mixed at %s in %s", at, windows)
                .isFalse();
      }
    }
  }

  /** A closure ends when it is open, and not before. */
  private static void assertEnds(
      List<Daily> windows, List<String> tags, Instant at, Closure closure) {
    int minute = minute(at);
    int end = minute(closure.until());
    boolean isFar = end - minute > 24 * 60;
    assertThat(isFar || !isClosed(windows, tags, end))
        .as("%s ends at %s: %s", tags, closure.until(), windows)
        .isTrue();
    for (int between = minute; between < Math.min(end, minute + 24 * 60); between++) {
      assertThat(isClosed(windows, tags, between)).isTrue();
    }
  }

  private static boolean isForAll(List<Daily> windows, int minute) {
    return windows.stream()
        .anyMatch(window ->
            window.sort() == WindowSort.MAINTENANCE
                && window.tag() == null
                && window.covers(minute));
  }

  private static boolean isClosed(List<Daily> windows, List<String> tags, int minute) {
    List<Daily> matching =
        windows.stream().filter(w -> w.tag() == null || tags.contains(w.tag())).toList();
    List<Daily> execution =
        matching.stream().filter(w -> w.sort() == WindowSort.EXECUTION).toList();
    return matching.stream().anyMatch(w -> w.sort() == WindowSort.MAINTENANCE && w.covers(minute))
        || (!execution.isEmpty() && execution.stream().noneMatch(w -> w.covers(minute)));
  }

  private static int minute(Instant at) {
    return (int) Duration.between(START, at).toMinutes();
  }
}
