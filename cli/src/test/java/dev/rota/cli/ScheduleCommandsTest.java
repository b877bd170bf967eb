package dev.rota.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.testkit.TestDatabase;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands about what files declare, schedules and tokens, on one database. */
class ScheduleCommandsTest {
  private static final Path GUIDE = Path.of("..", "docs", "guides", "from-cron.md");
  private static final Pattern PRINTED =
      Pattern.compile("```sh\n *\\./rota ([^\n]*)\n *```\n\n *```\n(.*?) *```", Pattern.DOTALL);

  @TempDir private Path folder;
  private TestDatabase database;

  @BeforeEach
  void open() {
    database = TestDatabase.create();
    System.setProperty("rota.database.url", database.jdbcUrl());
    System.setProperty("rota.database.user", database.user());
    System.setProperty("rota.database.password", database.password());
  }

  @AfterEach
  void close() {
    List.of("url", "user", "password")
        .forEach(each -> System.clearProperty("rota.database." + each));
    database.close();
  }

  @Test
  void a_file_is_applied_and_told() throws IOException {
    var file = write("queues: {crawl: {node_limit: 5}}\n");
    assertThat(run(0, "apply", "-f", file, "--dry-run"))
        .isEqualTo("+ queues.crawl\n1 would change.\n");
    assertThat(run(0, "apply", "-f", file)).isEqualTo("+ queues.crawl\n1 changed.\n");
    assertThat(run(0, "apply", "-f", file)).isEqualTo("Everything is as declared.\n");
    write("queues: {crawl: {node_limit: 6}}\n");
    assertThat(run(0, "apply", "-f", file, "--dry-run"))
        .isEqualTo("~ queues.crawl: node_limit 5 → 6\n1 would change.\n");
    write("queues: {crawl: {node_limits: 6}}\n");
    assertThat(run(1, "apply", "-f", file))
        .isEqualTo(
            "rota.yaml, line 1: queues.crawl.node_limits: is no known key; did you mean node_limit?\n");
  }

  @Test
  void the_doctor_tells_what_it_saw_and_what_to_do() throws IOException {
    run(0, "migrate");
    String told = runAnyhow("doctor");
    assertThat(told)
        .containsPattern("(?m)^ok +version +PostgreSQL \\d+")
        .containsPattern("(?m)^ok +partitions +3 tables have partitions for ")
        .containsPattern("(?m)^ok +grants +this role may do all that a node does");
    assertThat(runAnyhow("doctor", "--json"))
        .contains("{\"check\":\"version\",\"severity\":\"ok\",\"seen\":\"PostgreSQL ");
    assertThat(run(Exit.UNREACHABLE, "doctor", "--url", "http://127.0.0.1:1"))
        .contains("does not answer");
  }

  @Test
  void the_way_from_cron_and_back_is_as_the_guide_says() throws IOException {
    var crons =
        Map.of(
            "daily", "0 0 * * *",
            "hourly", "0 * * * *",
            "six", "0 */6 * * *",
            "office", "0 9-17 * * MON-FRI");
    var text = new StringBuilder("schedules:\n");
    crons.forEach((name, cron) ->
        text.append("  %s: {kind: k, cron_expression: \"%s\"}\n".formatted(name, cron)));
    run(0, "apply", "-f", write(text.toString()));
    var steps = PRINTED.matcher(Files.readString(GUIDE)).results().toList();
    assertThat(steps).hasSize(4);
    for (var step : steps) {
      assertThat(run(0, step.group(1).strip().split(" ")).replaceAll(" +\n", "\n"))
          .isEqualTo(step.group(2).replaceAll("(?m)^   ", ""));
    }
    assertThat(run(0, "migrate-cron", "--format", "json"))
        .contains(
            "{\"schedule\": \"six\", \"schedule_time\": \"0 */6 * * *\", \"interval_minutes\": 360, \"verdict\": \"convertible\", \"note\": null}");
  }

  @Test
  void a_node_with_a_wrong_file_does_not_start() throws IOException {
    var file = write("plans: {a: {kind: k, per_hour: often}}\n");
    assertThat(run(1, "up", "--file", file, "--port", "0"))
        .isEqualTo("rota.yaml, line 1: plans.a.per_hour \"often\": must be a number\n");
  }

  @Test
  void tokens_are_made_shown_once_listed_and_revoked() {
    var secret =
        run(
            0,
            "token",
            "create",
            "--role",
            "producer",
            "--queue",
            "mail",
            "--expires",
            "30d",
            "--name",
            "ci");
    assertThat(secret).matches("rota_[\\w-]{43}\n");
    assertThat(run(0, "token", "list"))
        .matches("ci +producer +active +rota_[\\w-]{4}… expires \\S+Z  queues mail\n")
        .doesNotContain(secret.strip());
    assertThat(run(4, "token", "create", "--role", "admin", "--name", "ci"))
        .contains("there is a token ci already");
    assertThat(run(2, "token", "create", "--role", "root", "--name", "x"))
        .contains("must be one of viewer, producer, worker, operator, admin");
    assertThat(run(0, "token", "revoke", "ci")).isEqualTo("ci is revoked.\n");
    assertThat(run(0, "token", "list")).contains("revoked");
    assertThat(run(3, "token", "revoke", "ci")).contains("there is no token ci to revoke");
  }

  private String write(String text) throws IOException {
    return Files.writeString(folder.resolve("rota.yaml"), text).toString();
  }

  private static String run(int exitCode, String... arguments) {
    var out = new StringWriter();
    assertThat(execute(out, arguments)).as(out.toString()).isEqualTo(exitCode);
    return out.toString();
  }

  /** What is printed, whether the server of the tests is well or not. */
  private static String runAnyhow(String... arguments) {
    var out = new StringWriter();
    assertThat(execute(out, arguments)).isIn(0, 1);
    return out.toString();
  }

  private static int execute(StringWriter out, String... arguments) {
    var writer = new PrintWriter(out, true);
    return Rota.commandLine().setOut(writer).setErr(writer).execute(arguments);
  }
}
