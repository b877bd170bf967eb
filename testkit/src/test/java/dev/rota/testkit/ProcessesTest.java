package dev.rota.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ProcessesTest {

  private static final Duration SOON = Duration.ofSeconds(20);

  @Test
  void a_child_is_heard_and_killed() throws Exception {
    try (var child = new Processes().java(Sleeper.class, "hello")) {
      assertThat(child.awaitLine("hello", SOON)).isEqualTo("hello 1");
      child.kill9();
      assertThat(child.awaitExit(SOON)).isEqualTo(137);
    }
  }

  @Test
  void a_child_can_be_asked_to_stop() throws Exception {
    try (var child =
        new Processes().withEnvironment("GREETING", "hi").java(Sleeper.class, "hello")) {
      child.awaitLine("hi", SOON);
      child.stop();
      assertThat(child.awaitExit(SOON)).isEqualTo(143);
      assertThat(child.output()).endsWith("bye");
    }
  }

  @Test
  void a_line_that_never_comes_fails_with_what_was_written() throws Exception {
    try (var child = new Processes().java(Sleeper.class, "hello")) {
      child.awaitLine("hello", SOON);
      assertThatThrownBy(() -> child.awaitLine("good night", Duration.ofMillis(10)))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("good night")
          .hasMessageContaining("hello 1");
    }
  }

  static final class Sleeper {

    private Sleeper() {}

    public static void main(String[] arguments) throws InterruptedException {
      Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("bye")));
      System.out.println(arguments[0] + " 1");
      System.out.println(System.getenv("GREETING"));
      Thread.sleep(Long.MAX_VALUE);
    }
  }
}
