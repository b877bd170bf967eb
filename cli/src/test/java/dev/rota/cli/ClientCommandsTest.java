package dev.rota.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.remote.RotaClient;
import dev.rota.remote.Tree;
import dev.rota.testkit.Eventually;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The commands that ask, each of a server and of a database. */
class ClientCommandsTest {
  private static final String BATCH =
      "{\"name\": \"b\", \"open\": true, \"jobs\": [{\"kind\": \"k\", \"run_at\": \"2099-01-01T00:00:00Z\"}]}";

  private static RunningNode node;

  @TempDir private Path folder;

  /** A Way is how the commands get their answers. */
  enum Way {
    SERVER,
    DATABASE;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    void take() {
      if (this == SERVER) {
        System.setProperty("rota.url", node.url);
      } else {
        RunningNode.environment(node.database)
            .forEach((name, value) ->
                System.setProperty(name.toLowerCase(Locale.ROOT).replace('_', '.'), value));
      }
    }
  }

  @BeforeAll
  static void start() throws Exception {
    node = new RunningNode();
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  @AfterEach
  void forget() {
    List.of("url", "database.url", "database.user", "database.password", "test.command")
        .forEach(each -> System.clearProperty("rota." + each));
  }

  @ParameterizedTest
  @EnumSource
  void what_failed_is_listed_by_its_error_and_run_again(Way way) throws Exception {
    way.take();
    String why = "for " + way.name().toLowerCase(Locale.ROOT);
    run(0, "enqueue", "rota.fail", "{\"why\": \"" + why + "\"}", "--max-retries", "0");
    Eventually.await(
        Duration.ofMinutes(1), () -> group(why) != null, "the group of what has failed");
    assertThat(run(0, "dead-letters")).contains("FINGERPRINT").contains(why);
    assertThat(run(0, "dead-letters", "--redrive", String.valueOf(group(why))))
        .startsWith("operation ");
    assertThat(run(0, "operations")).contains("retry");
  }

  private static @Nullable String group(String why) {
    return Tree.read(run(0, "dead-letters", "--json")).at("groups").items().stream()
        .filter(group -> group.at("error").text().contains(why))
        .map(group -> group.at("fingerprint").text())
        .findFirst()
        .orElse(null);
  }

  @ParameterizedTest
  @EnumSource
  void a_job_is_enqueued_listed_shown_explained_and_controlled(Way way) {
    way.take();
    String queue = "held-" + way.word();
    run(0, "queues", "set", queue, "--node-limit", "3");
    assertThat(run(0, "pause", "queue", queue)).isEqualTo(queue + " paused\n");
    String id =
        run(
                0,
                "enqueue",
                "rota.echo",
                "{\"n\": 1}",
                "--queue",
                queue,
                "--tag",
                "blue",
                "--priority",
                "7")
            .strip();
    assertThat(id).matches("\\d+");
    assertThat(run(0, "jobs", "--queue", queue))
        .contains(id)
        .contains("pending")
        .contains("queue paused");
    assertThat(run(0, "jobs", "--queue", queue, "--tag", "red"))
        .isEqualTo("There are no such jobs.\n");
    assertThat(run(0, "job", id)).contains("{\"n\": 1}").contains("rota.echo").contains("None yet");
    assertThat(run(0, "explain", id))
        .contains("1. queue " + queue + " is paused")
        .contains("→ resume the queue");
    assertThat(run(0, "pause", id)).isEqualTo(id + " paused\n");
    assertThat(run(0, "resume", id)).isEqualTo(id + " pending\n");
    assertThat(run(0, "cancel", id)).isEqualTo(id + " cancelled\n");
    assertThat(run(4, "pause", id)).contains("cancelled");
    assertThat(run(0, "retry", id)).isEqualTo(id + " pending\n");
    assertThat(run(0, "resume", "queue", queue)).isEqualTo(queue + " resumed\n");
  }

  @ParameterizedTest
  @EnumSource
  void what_is_kept_is_put_from_a_file_shown_and_deleted(Way way) throws Exception {
    way.take();
    Path file = folder.resolve("it.json");
    String name = "it-" + way.word();
    Files.writeString(file, "{\"kind\": \"rota.echo\", \"payload\": {\"to\": \"{{to}}\"}}");
    assertThat(run(0, "templates", "put", name, file.toString())).contains("{{to}}");
    assertThat(run(0, "templates")).contains(name).contains("rota.echo");
    String id =
        run(0, "enqueue", "--template", name, "--param", "to=ada", "--tenant", name, "--delay", "9")
            .strip();
    assertThat(run(0, "job", id)).contains("ada");
    assertThat(
            run(
                0,
                "schedules",
                "put",
                name,
                "--every",
                "1h",
                "--template",
                name,
                "--param",
                "to=1"))
        .contains("every hour");
    assertThat(run(0, "templates", "delete", name)).isEqualTo("template " + name + " is deleted\n");
    assertThat(run(3, "templates", "show", name)).contains("there is no template");
    assertThat(run(2, "templates", "put", name, "nowhere.json")).contains("cannot be read");
    assertThat(run(0, "tenants", "set", name, "--weight", "5", "--jobs", "9", "--period", "60"))
        .contains("9 jobs in 1m 0s");
    assertThat(run(0, "tenants")).contains(name);
    assertThat(json("tenants", "show", name).at("quota").at("jobs").raw()).isEqualTo("9");
    assertThat(run(0, "tenants", "clear", name)).contains("weight        1").contains("none");
    assertThat(run(3, "tenants", "clear", name)).contains("has nothing of its own");
    assertThat(run(2, "tenants", "set", name)).contains("must be given");
    assertThat(run(0, "targets", "add", "shop", name, "--at", "https://shop.example"))
        .contains("approved");
    assertThat(run(0, "targets", "--kind", "shop")).contains("https://shop.example");
    assertThat(run(0, "targets", "--no-active")).isEqualTo("There are no such targets.\n");
    assertThat(json("windows").find("windows")).isNotNull();
    assertThat(json("plans").find("plans")).isNotNull();
    assertThat(json("sources").find("sources")).isNotNull();
  }

  @ParameterizedTest
  @EnumSource
  void a_webhook_is_put_tried_paused_and_deleted(Way way) {
    way.take();
    String name = "ops-" + way.word();
    assertThat(
            run(0, "webhooks", "put", name, "--to", "http://127.0.0.1:1/", "--event", "job.dead"))
        .contains("whsec_");
    assertThat(run(0, "webhooks")).contains(name).contains("job.dead").doesNotContain("whsec_");
    assertThat(run(0, "webhooks", "test", name)).contains("test");
    String id =
        json("webhooks", "deliveries", name).at("deliveries").items().getFirst().at("id").text();
    assertThat(run(0, "webhooks", "deliveries", name)).contains("DELIVERY").contains(name);
    assertThat(run(0, "webhooks", "delivery", id)).contains(name);
    assertThat(run(0, "webhooks", "repeat", id)).contains(name);
    assertThat(run(0, "webhooks", "rotate", name, "--overlap", "1")).contains("whsec_");
    assertThat(run(0, "webhooks", "pause", name)).contains("active");
    assertThat(run(0, "webhooks")).contains("paused");
    assertThat(run(0, "webhooks", "resume", name)).contains("true");
    assertThat(run(0, "webhooks", "delete", name)).isEqualTo("webhook " + name + " is deleted\n");
    assertThat(run(3, "webhooks", "show", name)).contains(name);
  }

  @ParameterizedTest
  @EnumSource
  void a_graph_is_enqueued_from_a_file_and_drawn(Way way) throws Exception {
    way.take();
    Path file = folder.resolve("graph.json");
    Files.writeString(
        file,
        """
        {"jobs": [{"name": "a", "kind": "one", "delay_seconds": 3600},
          {"name": "b", "kind": "two", "depends_on": ["a"]},
          {"name": "c", "kind": "three", "depends_on": ["a"]},
          {"name": "d", "kind": "four", "depends_on": ["b", "c"]}]}
        """);
    List<Tree> jobs = json("graph", "enqueue", file.toString()).at("jobs").items();
    assertThat(
            run(0, "graph", "show", jobs.get(1).at("id").text())
                .replaceAll("\\d{6,}", "#")
                .lines()
                .toList())
        .containsExactly(
            "# one scheduled",
            "├─ ▶ # two pending, waits: dependency",
            "│  └─ # four pending, waits: dependency",
            "└─ # three pending, waits: dependency",
            "   └─ # four pending, waits: dependency (see above)");
    assertThat(run(2, "graph")).contains("enqueue");
  }

  @ParameterizedTest
  @EnumSource
  void scripts_get_json(Way way) {
    way.take();
    String id = json("enqueue", "rota.echo").at("id").text();
    assertThat(json("jobs", "--limit", "1").at("jobs").items()).hasSize(1);
    assertThat(json("job", id).at("job").at("id").text()).isEqualTo(id);
    assertThat(json("explain", id).at("job_id").text()).isEqualTo(id);
    assertThat(json("queues").at("queues").items()).isNotEmpty();
    assertThat(json("schedules").find("schedules")).isNotNull();
    assertThat(json("workers").at("workers").items()).isNotEmpty();
    assertThat(json("alerts").find("alerts")).isNotNull();
    assertThat(json("capacity").at("scaling").at("queues").items()).isNotEmpty();
    assertThat(json("top").at("loads").items()).isNotEmpty();
    assertThat(run(0, "capacity")).contains("No plan makes jobs for targets.").contains("WANTED");
    assertThat(json("pages", "nothing").at("pages").items()).isEmpty();
    assertThat(
            json("queues", "set", "json", "--timeout", "5")
                .at("settings")
                .at("timeout_seconds")
                .raw())
        .isEqualTo("5.0");
    run(0, "events", "--json", "--limit", "2").lines().forEach(Tree::read);
  }

  @ParameterizedTest
  @EnumSource
  void a_schedule_is_looked_at_and_changed(Way way) throws Exception {
    String name = "nightly-" + way.word();
    schedule(name);
    way.take();
    assertThat(run(0, "schedules")).contains(name).contains("at 02:30 every day, Europe/Amsterdam");
    assertThat(run(0, "schedules", "show", name)).contains("Europe/Amsterdam");
    assertThat(run(0, "schedules", "preview", name, "--count", "2").lines()).hasSize(3);
    assertThat(run(0, "schedules", "dry-run", name)).contains("Nothing is due.");
    assertThat(run(0, "schedules", "occurrences", name)).isEqualTo("No such time is on record.\n");
    assertThat(
            run(
                0,
                "schedules",
                "backfill",
                name,
                "--from",
                "2026-01-01T00:00:00Z",
                "--to",
                "2026-01-03T00:00:00Z"))
        .contains("times got a job");
    assertThat(run(0, "schedules", "pause", name)).contains("paused");
    assertThat(run(0, "resume", "schedule", name)).isEqualTo(name + " resumed\n");
    assertThat(run(0, "schedules", "run", name)).contains("last job");
    assertThat(json("schedules", "preview", name).at("fires").items()).hasSize(10);
    assertThat(json("schedules", "dry-run", name).find("decisions")).isNotNull();
    assertThat(json("schedules", "occurrences", name).at("occurrences").items()).isNotEmpty();
  }

  /** A new schedule, far from its next time. */
  private void schedule(String name) throws Exception {
    var file = folder.resolve("rota.yaml");
    Files.writeString(
        file,
        "schedules: {%s: {kind: rota.echo, cron_expression: \"30 2 * * *\", time_zone: Europe/Amsterdam}}\n"
            .formatted(name));
    Way.DATABASE.take();
    run(0, "apply", "-f", file.toString());
    forget();
  }

  @ParameterizedTest
  @EnumSource
  void the_coming_day_is_told_and_drawn(Way way) throws Exception {
    schedule("busy-" + way.word());
    way.take();
    Path picture = folder.resolve("day.svg");
    assertThat(run(0, "simulate", "--for", "2d", "--svg", picture.toString()))
        .contains("default")
        .contains("no backlog");
    assertThat(Files.readString(picture))
        .startsWith("<svg")
        .contains("Jobs that will wait")
        .endsWith("</svg>\n");
    Tree outlook = json("simulate", "--from", "2026-01-31T00:00:00Z", "--slots", "1");
    assertThat(outlook.at("to").text()).isEqualTo("2026-02-01T00:00:00Z");
    assertThat(run(2, "simulate", "--for", "90m")).contains("must be whole hours");
  }

  @Test
  void one_that_refuses_does_not_keep_the_others_from_it() {
    Way.SERVER.take();
    String id = run(0, "enqueue", "rota.echo", "--delay", "3600").strip();
    assertThat(run(3, "cancel", "1", id))
        .contains("1: there is no job")
        .contains(id + " cancelled");
  }

  @Test
  void a_job_waits_for_another_and_batches_are_listed() {
    Way.SERVER.take();
    String first = run(0, "enqueue", "rota.echo", "--delay", "3600").strip();
    String second =
        run(0, "enqueue", "rota.echo", "--depends-on", first, "--on-parent-failure", "run").strip();
    assertThat(json("job", second).at("job").at("waiting_on").text()).isEqualTo("dependency");
    assertThat(run(2, "enqueue", "rota.echo", "--depends-on", "17")).contains("depends_on[0]");
    assertThat(run(2, "enqueue", "--template", "nothing", "--param", "n=1"))
        .contains("must be the name of a template that is there");
    assertThat(json("batches").at("batches").items()).isEmpty();
    assertThat(run(0, "batches")).contains("There are no batches.");
    assertThat(run(3, "batches", "cancel", "17")).contains("no batch 17");
    String batch =
        RotaClient.connect(node.url, null)
            .ask("POST", "/api/v1/batches", BATCH, "test")
            .at("id")
            .text();
    assertThat(run(0, "batches", "cancel", batch)).contains("(cancel) completed: 1 done");
  }

  @Test
  void errors_say_what_to_do_next() {
    Way.SERVER.take();
    assertThat(run(3, "job", "1")).contains("there is no job");
    assertThat(run(2, "jobs", "--status", "asleep")).contains("status").contains("asleep");
    assertThat(run(2, "enqueue", "rota.echo", "{")).contains("payload");
    assertThat(run(2, "enqueue", "rota.echo", "--priority", "101"))
        .contains("must be from 0 to 100");
    assertThat(run(2, "jobs", "--limit", "many")).contains("--limit");
    assertThat(run(3, "pause", "queue", "nowhere")).contains("there is no queue nowhere");
    assertThat(run(2, "pause", "queue")).contains("Which queue?");
    assertThat(run(2, "queues", "set", "q", "--rate", "fast")).contains("must be a number or none");
    assertThat(run(5, "jobs", "--url", "http://127.0.0.1:1"))
        .contains("http://127.0.0.1:1 does not answer")
        .contains("./rota up")
        .contains("ROTA_URL");
  }

  @Test
  void limits_that_are_not_named_stay() {
    Way.SERVER.take();
    run(0, "queues", "set", "mail", "--rate", "5", "--rate-period", "60");
    Tree bounded = json("queues", "set", "mail", "--cpu", "1.5", "--memory", "64");
    assertThat(bounded.at("settings").at("limits").at("memory_mb").raw()).isEqualTo("64");
    Tree other = json("queues", "set", "mail", "--timeout", "9", "--memory", "none");
    assertThat(other.at("settings").at("limits").raw()).isEqualTo("{\"cpu_seconds\":1.5}");
    run(0, "queues", "set", "mail", "--cpu", "none", "--timeout", "none");
    Tree both = json("queues", "set", "mail", "--node-limit", "2").at("settings");
    assertThat(both.find("limits")).isNull();
    assertThat(both.at("rate").raw()).isEqualTo("5");
    assertThat(both.at("node_limit").raw()).isEqualTo("2");
    assertThat(
            json("queues", "set", "mail", "--node-limit", "none").at("settings").find("node_limit"))
        .isNull();
  }

  @Test
  void a_failure_is_shown_with_its_trace() throws Exception {
    Way.SERVER.take();
    String id = run(0, "enqueue", "rota.fail", "--max-retries", "0").strip();
    Eventually.await(
        RunningNode.SOON, () -> run(0, "job", id).contains("state         failed"), "it failed");
    assertThat(run(0, "job", id)).contains("IllegalStateException").contains("\n    at dev.rota");
    assertThat(run(0, "jobs", "--status", "failed"))
        .contains(id)
        .contains("fails, as it was asked to");
  }

  private static Tree json(String... arguments) {
    String[] all = Arrays.copyOf(arguments, arguments.length + 1);
    all[arguments.length] = "--json";
    return Tree.read(run(0, all));
  }

  static String run(int exitCode, String... arguments) {
    var out = new StringWriter();
    var writer = new PrintWriter(out, true);
    var command = Rota.commandLine(arguments).setOut(writer).setErr(writer);
    assertThat(command.execute(arguments)).as(out.toString()).isEqualTo(exitCode);
    return out.toString();
  }
}
