package dev.rota.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class EventuallyTest {

  @Test
  void a_condition_may_fail_and_throw_until_it_holds() throws Exception {
    var looks = new AtomicInteger();
    Eventually.await(
        Duration.ofSeconds(10),
        () ->
            switch (looks.incrementAndGet()) {
              case 1 -> false;
              case 2 -> throw new IllegalStateException("not yet");
              default -> true;
            },
        "the third look");
    assertThat(looks).hasValue(3);
  }

  @Test
  void a_failure_names_what_was_awaited_and_the_last_error() {
    assertThatThrownBy(() ->
            Eventually.await(
                Duration.ofMillis(20),
                () -> {
                  throw new IllegalStateException("the reason");
                },
                "the impossible"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("the impossible")
        .hasMessageContaining("the reason");
  }
}
