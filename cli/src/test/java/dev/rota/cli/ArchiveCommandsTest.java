package dev.rota.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rota.Claim;
import dev.rota.Lease;
import dev.rota.NewJob;
import dev.rota.Outcome;
import dev.rota.Report;
import dev.rota.engine.Engine;
import dev.rota.engine.EngineEvents;
import dev.rota.engine.EngineOptions;
import dev.rota.testkit.MovableClock;
import dev.rota.testkit.ShellGuide;
import dev.rota.testkit.TestDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs that were archived are looked at and read back by commands, as the guide says. */
class ArchiveCommandsTest {
  private static TestDatabase database;

  @TempDir private static Path home;

  @BeforeAll
  static void archiveADay() throws Exception {
    database = TestDatabase.create();
    Engine.migrate(database.dataSource());
    MovableClock clock = new MovableClock(database);
    clock.back(Duration.ofDays(45));
    EngineOptions options =
        EngineOptions.builder()
            .name("keeper")
            .lease(Duration.ofDays(1))
            .archive(home.resolve("archive"))
            .build();
    try (Engine engine = Engine.open(database.dataSource(), options, EngineEvents.NONE)) {
      engine.tick();
      engine.jobs().enqueue(NewJob.of("mail", "{\"to\": \"ada\"}"));
      engine.jobs().enqueue(NewJob.kind("mail").payload("{}").maxRetries(0).build());
      List<Lease> leases = engine.source().exchange(List.of(), Claim.of("default", 2)).leases();
      engine
          .source()
          .exchange(
              List.of(
                  Report.of(leases.get(0), new Outcome.Completed("{\"sent\": true}")),
                  Report.of(
                      leases.get(1),
                      new Outcome.Failed(
                          "IllegalArgumentException",
                          "nobody to write to",
                          null,
                          new Outcome.Retry.ByPolicy()))),
              Claim.NOTHING);
      clock.reset();
      engine.tick();
      engine.prune();
      assertThat(engine.archive().totals().jobs()).isEqualTo(2);
    }
  }

  @AfterAll
  static void drop() {
    database.close();
  }

  @Test
  void the_guide_does_what_it_says() throws Exception {
    assumeTrue(ShellGuide.canRun(), "curl and jq are needed");
    String before =
        "cd %s\n%s\nexport ROTA_ARCHIVE_DIR=archive\n"
            .formatted(home, CommandGuidesTest.shell(home, database));
    List<String> printed =
        new ShellGuide(Path.of("..", "docs", "guides", "archive.md"))
            .blocks().stream().map(block -> run(before + block)).toList();
    assertThat(printed.get(0))
        .containsPattern("jobs-\\d{4}-\\d\\d-\\d\\d.ndjson.gz\n")
        .contains("{\"kind\":\"mail\",\"state\":\"completed\",\"executions\":1,\"error\":null}")
        .contains("\"state\":\"failed\",\"executions\":1,\"error\":\"nobody to write to\"")
        .contains("\"sha256\"");
    assertThat(printed.get(1)).contains(" present ").contains(" whole");
    assertThat(printed.get(2))
        .contains("Stored 2 jobs with 2 executions from 1 files; 0 were there already.")
        .contains("Stored 0 jobs with 0 executions from 1 files; 2 were there already.")
        .contains("alone for 30d")
        .contains("completed");
  }

  @Test
  void what_is_not_whole_is_refused_by_name_and_line() throws Exception {
    Path whole;
    try (var files = Files.list(home.resolve("archive"))) {
      whole = files.findFirst().orElseThrow();
    }
    byte[] bytes = Files.readAllBytes(whole);
    Path cut = Files.write(home.resolve("cut.gz"), Arrays.copyOf(bytes, bytes.length - 20));
    RunningNode.environment(database)
        .forEach((name, value) ->
            System.setProperty(name.toLowerCase(java.util.Locale.ROOT).replace('_', '.'), value));
    try {
      assertThat(ClientCommandsTest.run(4, "import", "--archive", cut.toString()))
          .contains("cut.gz, line ")
          .contains("its end is missing");
      assertThat(ClientCommandsTest.run(3, "import", "--archive", "nowhere.gz"))
          .contains("there is no file nowhere.gz");
      assertThat(ClientCommandsTest.run(1, "archive", "--check", cut.toString()))
          .contains("its end is missing");
      assertThat(ClientCommandsTest.run(2, "import", whole.toString(), cut.toString()))
          .contains("--archive");
      assertThat(ClientCommandsTest.run(2, "import", "--archive", whole.toString(), "--keep", "x"))
          .contains("keep");
    } finally {
      List.of("database.url", "database.user", "database.password", "test.command")
          .forEach(each -> System.clearProperty("rota." + each));
    }
  }

  private static String run(String script) {
    try {
      return ShellGuide.run(script, 1, Duration.ofMinutes(5));
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
