package dev.rota.engine.windows;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class WindowCalendarTest {
  private static final Duration HOUR = Duration.ofHours(1);

  @Test
  void maintenanceIsClosedFromItsStartToItsEnd() {
    WindowCalendar calendar = calendar(nightly("m").build());

    assertThat(until(calendar, "2026-03-02T01:59:59.999999Z")).isEmpty();
    assertThat(until(calendar, "2026-03-02T02:00:00Z")).contains("2026-03-02T03:00:00Z");
    assertThat(until(calendar, "2026-03-02T02:59:59.999999Z")).contains("2026-03-02T03:00:00Z");
    assertThat(until(calendar, "2026-03-02T03:00:00Z")).isEmpty();
  }

  @Test
  void executionIsClosedOutsideUntilTheNextStart() {
    WindowCalendar calendar =
        calendar(NewWindow.execution("e").recurring("0 22 * * *", Duration.ofHours(8)).build());

    assertThat(until(calendar, "2026-02-28T23:00:00Z")).isEmpty();
    assertThat(until(calendar, "2026-03-01T05:59:59Z")).as("over midnight and month").isEmpty();
    assertThat(until(calendar, "2026-03-01T06:00:00Z")).contains("2026-03-01T22:00:00Z");
  }

  @Test
  void aWindowThatIsThereOnceIsThereOnce() {
    Instant from = Instant.parse("2026-03-02T10:00:00Z");
    WindowCalendar calendar =
        calendar(NewWindow.maintenance("m").once(from, from.plus(HOUR)).build());

    assertThat(until(calendar, "2026-03-02T09:59:59Z")).isEmpty();
    assertThat(until(calendar, "2026-03-02T10:30:00Z")).contains("2026-03-02T11:00:00Z");
    assertThat(until(calendar, "2026-03-02T11:00:00Z")).isEmpty();
    assertThat(until(calendar, "2026-03-03T10:30:00Z")).isEmpty();
  }

  @Test
  void anExecutionWindowThatIsOverClosesForever() {
    Instant from = Instant.parse("2026-03-02T10:00:00Z");
    WindowCalendar calendar =
        calendar(NewWindow.execution("e").once(from, from.plus(HOUR)).build());

    assertThat(until(calendar, "2026-03-02T12:00:00Z")).contains(Closure.FOREVER.toString());
  }

  @Test
  void windowsThatOverlapOrTouchAreFollowedToTheRealEnd() {
    WindowCalendar calendar =
        calendar(
            nightly("a").build(),
            NewWindow.maintenance("b").recurring("30 2 * * *", HOUR).build(),
            NewWindow.maintenance("c").recurring("30 3 * * *", HOUR).build());

    Closure closure = closure(calendar, "2026-03-02T02:10:00Z").orElseThrow();

    assertThat(closure.until()).isEqualTo("2026-03-02T04:30:00Z");
    assertThat(closure.windows()).containsExactly("a", "b", "c");
  }

  @Test
  void aWindowWithoutAnEndIsFollowedOnlySoFar() {
    WindowCalendar calendar =
        calendar(NewWindow.maintenance("m").recurring("@every 1m", HOUR).build());

    Closure closure = closure(calendar, "2026-03-02T02:10:00Z").orElseThrow();

    assertThat(closure.until()).isAfter("2026-03-02T03:10:00Z").isBefore("2026-03-10T00:00:00Z");
  }

  @Test
  void anyOfSeveralExecutionWindowsIsEnough() {
    WindowCalendar calendar =
        calendar(
            NewWindow.execution("night").recurring("0 1 * * *", HOUR).build(),
            NewWindow.execution("noon").recurring("0 12 * * *", HOUR).queue("q").build());

    assertThat(until(calendar, "2026-03-02T01:30:00Z")).isEmpty();
    assertThat(until(calendar, "2026-03-02T12:30:00Z")).isEmpty();
    assertThat(until(calendar, "2026-03-02T02:30:00Z")).contains("2026-03-02T12:00:00Z");
    assertThat(calendar.closure("other", "k", List.of(), at("2026-03-02T12:30:00Z")))
        .map(Closure::until)
        .contains(at("2026-03-03T01:00:00Z"));
  }

  @Test
  void maintenanceInsideAnExecutionWindowIsClosed() {
    WindowCalendar calendar =
        calendar(
            NewWindow.execution("e").recurring("0 1 * * *", Duration.ofHours(4)).build(),
            nightly("m").build());

    assertThat(until(calendar, "2026-03-02T01:30:00Z")).isEmpty();
    assertThat(until(calendar, "2026-03-02T02:30:00Z")).contains("2026-03-02T03:00:00Z");
    assertThat(until(calendar, "2026-03-02T04:30:00Z")).isEmpty();
    assertThat(until(calendar, "2026-03-02T05:30:00Z")).contains("2026-03-03T01:00:00Z");
  }

  @Test
  void maintenanceAtTheStartOfAnExecutionWindowPutsItOff() {
    WindowCalendar calendar =
        calendar(
            NewWindow.execution("e").recurring("0 2 * * *", Duration.ofHours(4)).build(),
            nightly("m").build());

    Closure closure = closure(calendar, "2026-03-02T01:30:00Z").orElseThrow();

    assertThat(closure.until()).isEqualTo("2026-03-02T03:00:00Z");
    assertThat(closure.windows()).containsExactly("e", "m");
  }

  @Test
  void nothingStartsWithinTheLeadOfItsQueueBeforeMaintenance() {
    WindowCalendar calendar =
        new WindowCalendar(
            List.of(nightly("m").build()),
            Map.of("q", Duration.ofMinutes(6), "fast", Duration.ofMinutes(1)));

    assertThat(until(calendar, "2026-03-02T01:53:59Z")).isEmpty();
    assertThat(until(calendar, "2026-03-02T01:54:00Z")).contains("2026-03-02T03:00:00Z");
    assertThat(calendar.closure("fast", "k", List.of(), at("2026-03-02T01:58:59Z"))).isEmpty();
    assertThat(calendar.closure("fast", "k", List.of(), at("2026-03-02T01:59:00Z"))).isPresent();
    assertThat(calendar.closure("third", "k", List.of(), at("2026-03-02T01:59:59Z"))).isEmpty();
  }

  @Test
  void executionWindowsHaveNoLead() {
    WindowCalendar calendar =
        new WindowCalendar(
            List.of(NewWindow.execution("e").recurring("0 2 * * *", HOUR).build()),
            Map.of("q", Duration.ofMinutes(6)));

    assertThat(until(calendar, "2026-03-02T02:59:59Z")).isEmpty();
    assertThat(until(calendar, "2026-03-02T01:59:59Z")).contains("2026-03-02T02:00:00Z");
  }

  @Test
  void allPartsOfAScopeMustMatch() {
    WindowCalendar calendar =
        calendar(nightly("m").queue("q").kind("k").tag("slow").target("s1").build());
    Instant at = at("2026-03-02T02:30:00Z");

    assertThat(calendar.closure("q", "k", List.of("slow", "target:s1", "x"), at)).isPresent();
    assertThat(calendar.closure("q", "k", List.of("slow"), at)).isEmpty();
    assertThat(calendar.closure("q", "k", List.of("target:s1"), at)).isEmpty();
    assertThat(calendar.closure("q", "l", List.of("slow", "target:s1"), at)).isEmpty();
    assertThat(calendar.closure("p", "k", List.of("slow", "target:s1"), at)).isEmpty();
  }

  @Test
  void aWindowThatIsNotEnabledCountsForNothing() {
    WindowCalendar calendar = calendar(nightly("m").enabled(false).build());

    assertThat(calendar.isEmpty()).isTrue();
    assertThat(until(calendar, "2026-03-02T02:30:00Z")).isEmpty();
  }

  /**
   * A window at 02:30 for an hour. In a gap it starts at the first instant after; where 02:30 comes
   * twice it is closed from the first of them to an hour after the second.
   */
  @ParameterizedTest
  @CsvSource({
    "Europe/Amsterdam, 30 2, 2026-03-29T01:00:00Z, 2026-03-29T02:00:00Z",
    "Europe/Amsterdam, 30 2, 2026-10-25T00:30:00Z, 2026-10-25T02:30:00Z",
    "Europe/Amsterdam, 30 2, 2026-06-01T00:30:00Z, 2026-06-01T01:30:00Z",
    "America/New_York, 30 2, 2026-03-08T07:00:00Z, 2026-03-08T08:00:00Z",
    "America/New_York, 30 1, 2026-11-01T05:30:00Z, 2026-11-01T07:30:00Z",
    "America/New_York, 30 2, 2026-11-01T07:30:00Z, 2026-11-01T08:30:00Z",
    "Australia/Lord_Howe, 15 2, 2026-10-03T15:30:00Z, 2026-10-03T16:30:00Z",
    "Australia/Lord_Howe, 45 1, 2026-04-04T14:45:00Z, 2026-04-04T16:15:00Z",
  })
  void maintenanceOnTheNightOfTheChange(String zone, String time, String from, String to) {
    WindowCalendar calendar =
        calendar(NewWindow.maintenance("m").recurring(time + " * * *", HOUR).zone(zone).build());

    assertThat(closure(calendar, at(from).minusMillis(1).toString())).isEmpty();
    assertThat(until(calendar, from)).contains(to);
    assertThat(until(calendar, at(to).minusMillis(1).toString())).contains(to);
    assertThat(closure(calendar, to)).isEmpty();
  }

  @Test
  void anExecutionWindowThatCouldComeTwiceComesOnce() {
    WindowCalendar calendar =
        calendar(
            NewWindow.execution("e")
                .recurring("30 2 * * *", HOUR)
                .zone("Europe/Amsterdam")
                .build());

    assertThat(until(calendar, "2026-10-25T00:29:59Z")).contains("2026-10-25T00:30:00Z");
    assertThat(until(calendar, "2026-10-25T01:29:59Z")).isEmpty();
    assertThat(until(calendar, "2026-10-25T01:30:00Z")).contains("2026-10-26T01:30:00Z");
  }

  @Test
  void skippingIsForWindowsThatSaySo() {
    WindowCalendar calendar =
        calendar(
            nightly("hold").queue("q").build(),
            nightly("skip").queue("s").policy(WindowPolicy.SKIP).build());
    Instant inside = at("2026-03-02T02:30:00Z");

    assertThat(calendar.skips("q", "k", List.of(), inside)).isFalse();
    assertThat(calendar.skips("s", "k", List.of(), inside)).isTrue();
    assertThat(calendar.skips("s", "k", List.of(), inside.plus(HOUR))).isFalse();
    assertThat(calendar.closure("s", "k", List.of(), inside))
        .map(Closure::policy)
        .contains(WindowPolicy.SKIP);
  }

  @Test
  void executionWindowsSkipOnlyWhenAllOfThemDo() {
    NewWindow skipping =
        NewWindow.execution("a").recurring("0 1 * * *", HOUR).policy(WindowPolicy.SKIP).build();
    NewWindow holding = NewWindow.execution("b").recurring("0 5 * * *", HOUR).queue("q").build();
    WindowCalendar calendar = calendar(skipping, holding);
    Instant outside = at("2026-03-02T03:00:00Z");

    assertThat(calendar.skips("q", "k", List.of(), outside)).isFalse();
    assertThat(calendar.skips("other", "k", List.of(), outside)).isTrue();
  }

  @Test
  void whatWasHeldIsLetGoForTheSpreadAfterTheEnd() {
    WindowCalendar calendar = calendar(nightly("m").spread(Duration.ofMinutes(10)).build());

    assertThat(letGo(calendar, "2026-03-02T02:59:59Z")).as("closed still").isEmpty();
    assertThat(letGo(calendar, "2026-03-02T03:00:00Z"))
        .contains(new LetGo(at("2026-03-02T03:00:00Z"), Duration.ofMinutes(10), "m"));
    assertThat(letGo(calendar, "2026-03-02T03:09:59Z")).isPresent();
    assertThat(letGo(calendar, "2026-03-02T03:10:00Z")).isEmpty();
  }

  @Test
  void theStartOfAnExecutionWindowLetsGoToo() {
    WindowCalendar calendar =
        calendar(
            NewWindow.execution("e").recurring("0 2 * * *", HOUR).build(),
            NewWindow.execution("f").recurring("30 2 * * *", HOUR).build());

    assertThat(letGo(calendar, "2026-03-02T02:00:30Z"))
        .contains(new LetGo(at("2026-03-02T02:00:00Z"), Duration.ofMinutes(1), "e"));
    assertThat(letGo(calendar, "2026-03-02T02:30:30Z")).as("it was open before").isEmpty();
  }

  @Test
  void aWindowThatEndsInsideAnotherLetsNothingGo() {
    WindowCalendar calendar =
        calendar(
            nightly("m").build(),
            NewWindow.maintenance("n")
                .recurring("0 2 * * *", Duration.ofHours(2))
                .spread(Duration.ofMinutes(5))
                .build());

    assertThat(letGo(calendar, "2026-03-02T03:00:30Z")).isEmpty();
    assertThat(letGo(calendar, "2026-03-02T04:00:30Z"))
        .contains(new LetGo(at("2026-03-02T04:00:00Z"), Duration.ofMinutes(5), "n"));
  }

  @Test
  void hoursOfAQueueLastUntilSomethingChanges() {
    WindowCalendar calendar =
        new WindowCalendar(
            List.of(nightly("m").queue("q").build()), Map.of("q", Duration.ofMinutes(5)));

    assertThat(hours(calendar, "2026-03-02T00:00:00Z"))
        .isEqualTo(hours(Hours.State.OPEN, "2026-03-02T00:00:00Z", "2026-03-02T01:55:00Z"));
    assertThat(hours(calendar, "2026-03-02T01:55:00Z"))
        .isEqualTo(hours(Hours.State.CLOSED, "2026-03-02T01:55:00Z", "2026-03-02T03:00:00Z"));
    assertThat(hours(calendar, "2026-03-02T03:00:10Z"))
        .isEqualTo(hours(Hours.State.MIXED, "2026-03-02T03:00:10Z", "2026-03-02T03:01:00Z"));
    assertThat(hours(calendar, "2026-03-02T03:01:00Z"))
        .isEqualTo(hours(Hours.State.OPEN, "2026-03-02T03:01:00Z", "2026-03-03T01:55:00Z"));
    assertThat(hours(calendar, "2026-03-02T02:00:00Z").state())
        .as("after the clock stepped back")
        .isEqualTo(Hours.State.CLOSED);
    assertThat(calendar.hours("p", "k", at("2026-03-02T02:00:00Z")).state())
        .isEqualTo(Hours.State.OPEN);
  }

  @Test
  void tagsMakeHoursMixedWhileTheyMatter() {
    WindowCalendar calendar = calendar(nightly("m").tag("slow").spread(Duration.ZERO).build());

    assertThat(hours(calendar, "2026-03-02T01:00:00Z").state()).isEqualTo(Hours.State.OPEN);
    assertThat(hours(calendar, "2026-03-02T02:30:00Z").state()).isEqualTo(Hours.State.MIXED);
    assertThat(hours(calendar, "2026-03-02T03:00:00Z").state()).isEqualTo(Hours.State.OPEN);
  }

  @Test
  void aTagMayOpenWhatIsClosedForOthers() {
    WindowCalendar calendar =
        calendar(
            NewWindow.execution("e").recurring("0 2 * * *", HOUR).build(),
            NewWindow.execution("f").recurring("0 12 * * *", HOUR).tag("noon").build());
    Instant noon = at("2026-03-02T12:30:00Z");

    assertThat(calendar.hours("q", "k", noon).state()).isEqualTo(Hours.State.MIXED);
    assertThat(calendar.closure("q", "k", List.of(), noon)).isPresent();
    assertThat(calendar.closure("q", "k", List.of("noon"), noon)).isEmpty();
    assertThat(hours(calendar, "2026-03-02T15:00:00Z").state()).isEqualTo(Hours.State.CLOSED);
  }

  private static NewWindow.Builder nightly(String name) {
    return NewWindow.maintenance(name).recurring("0 2 * * *", HOUR);
  }

  private static WindowCalendar calendar(NewWindow... windows) {
    return new WindowCalendar(List.of(windows), Map.of());
  }

  private static Optional<Closure> closure(WindowCalendar calendar, String at) {
    return calendar.closure("q", "k", List.of(), at(at));
  }

  private static Optional<String> until(WindowCalendar calendar, String at) {
    return closure(calendar, at).map(found -> found.until().toString());
  }

  private static Optional<LetGo> letGo(WindowCalendar calendar, String at) {
    return calendar.spreadAfter("q", "k", List.of(), at(at));
  }

  private static Hours hours(WindowCalendar calendar, String at) {
    return calendar.hours("q", "k", at(at));
  }

  private static Hours hours(Hours.State state, String from, String until) {
    return new Hours(state, at(from), at(until));
  }

  private static Instant at(String text) {
    return Instant.parse(text);
  }
}
