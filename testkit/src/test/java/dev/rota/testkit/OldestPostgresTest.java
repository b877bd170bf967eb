package dev.rota.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class OldestPostgresTest {

  @Test
  void a_test_can_run_on_the_oldest_major_version() throws Exception {
    try (var child =
        new Processes().withJvmOptions("-Drota.test.postgres=15").java(Version.class)) {
      assertThat(child.awaitLine("version=", Duration.ofSeconds(60))).contains("version=15.");
      assertThat(child.awaitExit(Duration.ofSeconds(30))).isZero();
    }
  }

  static final class Version {

    private Version() {}

    public static void main(String[] arguments) throws Exception {
      try (var database = TestDatabase.create();
          var connection = database.connect()) {
        System.out.println("version=" + connection.getMetaData().getDatabaseProductVersion());
      }
    }
  }
}
