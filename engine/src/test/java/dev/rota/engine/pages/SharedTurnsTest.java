package dev.rota.engine.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.EngineTest;
import dev.rota.pages.NewPage;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What crawlers on several nodes share. */
final class SharedTurnsTest extends EngineTest {
  private static final Duration HOLD = Duration.ofMinutes(1);
  private static final Duration MONTH = Duration.ofDays(30);

  private SharedTurns turns;

  @BeforeEach
  void share() {
    turns = new SharedTurns(engine.database());
  }

  @Test
  void a_host_is_asked_by_one_at_a_time_and_left_alone_for_the_pause() {
    assertThat(take("a", "one")).isTrue();
    assertThat(take("a", "two")).isFalse();
    assertThat(take("b", "two")).as("another host").isTrue();
    turns.free("a", "two", Duration.ZERO);
    assertThat(take("a", "two")).as("the turn is not theirs to free").isFalse();
    turns.free("a", "one", Duration.ofSeconds(20));
    assertThat(take("a", "two")).isFalse();
    clock.advance(Duration.ofSeconds(20));
    assertThat(take("a", "two")).isTrue();
  }

  @Test
  void the_turn_of_a_node_that_died_is_free_after_a_while() {
    assertThat(take("a", "one")).isTrue();
    clock.advance(HOLD);
    assertThat(take("a", "two")).isTrue();
    turns.free("a", "one", Duration.ZERO);
    assertThat(take("a", "one")).isFalse();
  }

  @Test
  void a_host_that_asked_to_be_left_alone_is_left_alone_by_all() {
    assertThat(take("a", "one")).isTrue();
    turns.rest("a", Duration.ofMinutes(5));
    turns.rest("a", Duration.ofMinutes(2));
    turns.free("a", "one", Duration.ZERO);
    assertThat(take("a", "two")).isFalse();
    assertThat(turns.take("a", "two", HOLD).resting())
        .isBetween(Duration.ofMinutes(4), Duration.ofMinutes(5));
    clock.advance(Duration.ofMinutes(5));
    assertThat(take("a", "two")).isTrue();
    clock.advance(Duration.ofHours(2));
    turns.forget();
    assertThat(count("host_turn")).isZero();
  }

  @Test
  void pages_that_the_last_whole_crawl_has_not_seen_are_forgotten_after_a_while() {
    store(1, "a", "http://a/gone");
    store(1, "a", "http://a/stays");
    store(1, "b", "http://b/");
    clock.advance(Duration.ofDays(10));
    store(2, "a", "http://a/stays");
    engine.pages().completed("a", 2);
    clock.advance(Duration.ofDays(10));
    store(3, "a", "http://a/new");
    assertThat(engine.pages().prune(MONTH)).as("not long enough ago").isZero();
    clock.advance(Duration.ofDays(11));
    assertThat(engine.pages().prune(MONTH)).isEqualTo(1);
    assertThat(engine.pages().find("http://a/gone")).isEmpty();
    clock.advance(Duration.ofDays(100));
    assertThat(engine.pages().prune(MONTH))
        .as("seen by the last whole crawl, or after it, or on a site without one")
        .isZero();
    engine.pages().completed("a", 4);
    assertThat(engine.pages().prune(MONTH)).isEqualTo(2);
    assertThat(engine.pages().find("http://b/")).isPresent();
  }

  private boolean take(String host, String holder) {
    return turns.take(host, holder, HOLD).taken();
  }

  private void store(long job, String host, String url) {
    engine
        .pages()
        .store(
            new NewPage(
                url,
                host,
                job,
                null,
                200,
                "text/html",
                "t",
                "text",
                List.of(),
                "h",
                4,
                null,
                null));
  }
}
