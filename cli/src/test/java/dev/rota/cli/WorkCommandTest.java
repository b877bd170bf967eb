package dev.rota.cli;

import static dev.rota.cli.RunningNode.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rota.Job;
import dev.rota.JobState;
import dev.rota.Json;
import dev.rota.Limits;
import dev.rota.NewJob;
import dev.rota.engine.Engine;
import dev.rota.engine.EngineEvents;
import dev.rota.engine.EngineOptions;
import dev.rota.remote.PublicId;
import dev.rota.remote.RemoteOptions;
import dev.rota.remote.RotaClient;
import dev.rota.testkit.ChildProcess;
import dev.rota.testkit.Eventually;
import dev.rota.worker.Worker;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Any executable as a worker, beside workers of other kinds, on one node. */
class WorkCommandTest {
  private static final Path GUIDE = Path.of("..", "docs", "guides", "workers.md");
  private static final String SCRIPT =
      """
      case "$ROTA_KIND" in
        echo) cat ;;
        text) echo 'so far, "so" good' ;;
        who) echo "{\\"id\\": \\"$ROTA_JOB_ID\\", \\"attempt\\": $ROTA_ATTEMPT, \\"fence\\": \\"$ROTA_FENCE\\", \\"token\\": \\"$ROTA_TOKEN\\"}" ;;
        again) [ "$ROTA_ATTEMPT" = 2 ] || { echo 'not yet' >&2; exit 3; } ;;
        final) echo 'progress 10 begun' >&2; echo 'bad input' >&2; exit 65 ;;
        polite) trap 'echo stopped > "$FOLDER/polite"; exit 0' TERM; echo 'progress 40 half done' >&2; while :; do sleep 0.1; done ;;
        stubborn) trap '' TERM; echo "progress 1 $$" >&2; while :; do sleep 0.1; done ;;
        long) sleep 60 ;;
        much) head -c 2000000 /dev/zero ;;
        hungry) head -c 900000000 /dev/zero | tail > /dev/null ;;
        busy) while :; do :; done ;;
        forks) for i in 1 2 3; do (while :; do :; done) & done; wait ;;
        heavy) i=0; while [ $i -lt 50000 ]; do i=$((i+1)); done; x=$(head -c 60000000 /dev/zero | tr '\\0' x); sleep 1; echo "${#x}" ;;
        slow) touch "$FOLDER/slow"; sleep 1; echo done ;;
      esac
      """;

  @TempDir private static Path folder;
  private static RunningNode node;
  private static RotaClient client;
  private static ChildProcess worker;

  @BeforeAll
  static void start() throws Exception {
    node = new RunningNode();
    client = RotaClient.connect(node.url, null);
    var script = Files.writeString(folder.resolve("handler.sh"), SCRIPT);
    worker =
        work(
            "--queue",
            "scripts",
            "--concurrency",
            "4",
            "--grace",
            "1",
            "--capability",
            "sh",
            "--memory",
            "512",
            "--cpu",
            "2",
            "--timeout",
            "20",
            "--cmd",
            "sh " + script);
  }

  @AfterAll
  static void stop() throws Exception {
    worker.close();
    node.close();
  }

  private static ChildProcess work(String... options) throws Exception {
    var words = new ArrayList<>(List.of("work"));
    words.addAll(List.of(options));
    var process =
        node.workers()
            .withEnvironment("FOLDER", folder.toString())
            .java(Rota.class, words.toArray(String[]::new));
    process.awaitLine("takes jobs of", SOON);
    return process;
  }

  @Test
  void what_a_command_prints_is_the_result() throws Exception {
    var payload = "{\"a\": [1.50, \"ö\"]}";
    assertThat(ended(enqueue("echo", payload), JobState.COMPLETED).result()).isEqualTo(payload);
    assertThat(ended(enqueue("text", "1"), JobState.COMPLETED).result())
        .isEqualTo(Json.quote("so far, \"so\" good"));
    assertThat(ended(enqueue("nothing", "1"), JobState.COMPLETED).result()).isNull();
  }

  @Test
  void a_command_knows_its_job_and_not_the_token() throws Exception {
    var job = ended(enqueue("who", "1"), JobState.COMPLETED);
    assertThat(job.result())
        .contains("\"id\": \"" + PublicId.ofJob(job.id()) + "\"")
        .contains("\"attempt\": 1")
        .contains("\"fence\": \"726f7461-0002-8000-")
        .contains("\"token\": \"\"");
  }

  @Test
  void a_failure_is_tried_again_and_a_final_one_is_not() throws Exception {
    var again = enqueue("again", "1");
    assertThat(ended(again, JobState.SCHEDULED).error()).isEqualTo("exit 3: not yet");
    var failed = ended(enqueue("final", "1"), JobState.FAILED);
    assertThat(failed.error()).isEqualTo("exit 65: bad input");
    assertThat(failed.attempt()).isEqualTo(1);
  }

  @Test
  void a_cancelled_command_gets_sigterm_and_tells_its_progress_before() throws Exception {
    var id = enqueue("polite", "1");
    Eventually.await(
        SOON, () -> "half done".equals(seen(id).progressMessage()), "progress was told");
    client.cancel(id);
    ended(id, JobState.CANCELLED);
    Eventually.await(
        SOON, () -> Files.exists(folder.resolve("polite")), "the command was told to stop");
  }

  @Test
  void a_command_that_does_not_stop_is_killed() throws Exception {
    var id = enqueue("stubborn", "1");
    Eventually.await(SOON, () -> seen(id).progressMessage() != null, "progress was told");
    var pid = Long.parseLong(String.valueOf(seen(id).progressMessage()));
    client.cancel(id);
    ended(id, JobState.CANCELLED);
    Eventually.await(
        SOON,
        () -> ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty(),
        "the command is gone");
  }

  @Test
  void limits_hold() throws Exception {
    var late = client.enqueue(job("long", "1").timeout(Duration.ofMillis(300)).build()).job();
    assertThat(ended(late, JobState.FAILED).error()).contains("Timed out");
    assertThat(ended(enqueueOnce("much", "1"), JobState.FAILED).error()).contains("too much");
    assertThat(ended(enqueueOnce("hungry", "1"), JobState.FAILED).error()).contains("exit ");
    assertThat(ended(enqueueOnce("busy", "1"), JobState.FAILED).error())
        .startsWith("cpu quota of 2 s exceeded: ");
    assertThat(ended(enqueueOnce("forks", "1"), JobState.FAILED).error())
        .as("no process takes so much, all of them do")
        .startsWith("cpu quota of 2 s exceeded: ");
  }

  @Test
  void the_limits_of_a_job_hold_where_they_are_tighter() throws Exception {
    var own = new Limits(Duration.ofMillis(500), null);
    var id = client.enqueue(job("busy", "1").maxRetries(0).limits(own).build()).job();
    assertThat(ended(id, JobState.FAILED).error()).startsWith("cpu quota of 0.5 s exceeded: ");
    try (var connection = node.database.connect();
        var rows =
            connection
                .createStatement()
                .executeQuery("SELECT error_type FROM rota.execution WHERE job = " + id)) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getString(1)).isEqualTo("quota-exceeded");
    }
    var wide = new Limits(Duration.ofHours(1), 4_096);
    var again = client.enqueue(job("busy", "1").maxRetries(0).limits(wide).build()).job();
    assertThat(ended(again, JobState.FAILED).error()).startsWith("cpu quota of 2 s exceeded: ");
  }

  @Test
  void what_a_command_used_is_told_of_its_execution() throws Exception {
    var job = ended(enqueueOnce("heavy", "1"), JobState.COMPLETED);
    assertThat(job.result()).isEqualTo("60000000");
    try (var connection = node.database.connect();
        var rows =
            connection
                .createStatement()
                .executeQuery(
                    "SELECT cpu_ms, memory_peak_mb FROM rota.execution WHERE job = " + job.id())) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getLong("cpu_ms")).isPositive();
      assertThat(rows.getInt("memory_peak_mb")).isBetween(50, 512);
    }
  }

  @Test
  void a_worker_that_is_stopped_lets_its_command_finish() throws Exception {
    var script = folder.resolve("handler.sh");
    try (var other = work("--queue", "drained", "--cmd", "sh " + script)) {
      var id = client.enqueue(NewJob.kind("slow").queue("drained").build()).job();
      // A job that was claimed and has not begun is given back, so that its state is not enough.
      Eventually.await(SOON, () -> Files.exists(folder.resolve("slow")), "the command runs");
      other.stop();
      assertThat(other.awaitExit(SOON)).isEqualTo(143);
      assertThat(seen(id).result()).isEqualTo(Json.quote("done"));
    }
  }

  @Test
  void workers_of_every_kind_drain_one_queue_and_every_job_is_done_once() throws Exception {
    assumeTrue(LanguagesTest.runs("node", "--version"), "Node is needed");
    assumeTrue(LanguagesTest.runs("python3", "--version"), "Python is needed");
    var environment =
        node.workers().withEnvironment("QUEUE", "mixed").withEnvironment("CONCURRENCY", "4");
    try (var js = environment.command(List.of("node", sample("typescript/test/sample-worker.js")));
        var python =
            environment
                .withEnvironment("PYTHONPATH", LanguagesTest.folder("python").toString())
                .command(List.of("python3", "-Bu", sample("python/tests/sample_worker.py")));
        var command =
            work("--queue", "mixed", "--concurrency", "2", "--name", "sh", "--cmd", "cat");
        var jvm =
            Worker.on(client.source(RemoteOptions.standard().withWorker("jvm")))
                .queue("mixed", 4)
                .handleAny(job -> job.payload())
                .start();
        var engine =
            Engine.start(
                node.database.jdbcUrl(),
                node.database.user(),
                node.database.password(),
                EngineOptions.builder().name("inside").build(),
                EngineEvents.NONE);
        // One job at a time, so that those that are further away get some as well.
        var inside =
            Worker.on(engine.source())
                .queue("mixed", 1)
                .batch(1)
                .pumps(1)
                .handleAny(job -> job.payload())
                .start()) {
      var sent = 0;
      while (workersOf("mixed").size() < 5) {
        sent += 100;
        client.enqueueAll(
            IntStream.range(0, 100)
                .mapToObj(i -> NewJob.kind("slow").queue("mixed").payload("5").build()));
        var all = sent;
        Eventually.await(SOON, () -> count(workersOf("mixed")) == all, all + " jobs are done");
      }
      assertThat(workersOf("mixed")).hasSize(5).containsKeys("jvm", "sh", "inside");
      assertThat(distinctJobs("mixed")).isEqualTo(sent);
      assertThat(count(workersOf("mixed"))).isEqualTo(sent);
      for (var each : List.of(js, python, command)) {
        each.stop();
        assertThat(each.awaitExit(SOON)).isIn(0, 143);
      }
      assertThat(jvm.stats().fenced() + inside.stats().fenced()).isZero();
    }
  }

  @Test
  void the_guide_does_what_it_says() throws Exception {
    assumeTrue(LanguagesTest.runs("node", "--version"), "Node is needed");
    assumeTrue(LanguagesTest.runs("python3", "--version"), "Python is needed");
    assumeTrue(
        LanguagesTest.runs("jq", "--version") && LanguagesTest.runs("curl", "--version"),
        "curl and jq are needed");
    var js =
        write(
            "guide.mjs",
            block("js").replace("'rota-client'", Json.quote(sample("typescript/src/index.js"))));
    var python = write("guide.py", block("python"));
    var processes =
        node.workers().withEnvironment("PYTHONPATH", LanguagesTest.folder("python").toString());
    try (var first = processes.command(List.of("node", js));
        var second = processes.command(List.of("python3", "-Bu", python));
        var third = processes.command(List.of("bash", "-c", shell(block("sh", 0))));
        var fourth = inJava()) {
      for (var queue : List.of("js", "python", "sh", "java")) {
        var id =
            client
                .enqueue(NewJob.kind("greet").queue(queue).payload("{\"name\": \"Ada\"}").build())
                .job();
        assertThat(squeezed(String.valueOf(ended(id, JobState.COMPLETED).result())))
            .as(queue)
            .isEqualTo("{\"text\":\"Hello,Ada\"}");
      }
      assertThat(fourth.stats().completed()).isEqualTo(1);
      assertThat(List.of(first, second, third)).allMatch(ChildProcess::isAlive);
      var curl =
          new ProcessBuilder("bash", "-euc", shell(block("sh", 1)))
              .redirectErrorStream(true)
              .start();
      var printed = new String(curl.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(curl.waitFor(1, TimeUnit.MINUTES)).isTrue();
      assertThat(printed).contains("completed");
      third.stop();
    }
  }

  /** The example of the guide, to the letter: what stands between the markers. */
  private static Worker inJava() throws Exception {
    var source = Files.readString(Path.of("src/test/java/dev/rota/cli/WorkCommandTest.java"));
    var marked =
        source.substring(source.indexOf("// {" + "guide}") + 10, source.indexOf("// {" + "end}"));
    assertThat(squeezed(block("java"))).isEqualTo(squeezed(marked));
    var url = node.url;
    String token = null;
    // {guide}
    RotaClient rota = RotaClient.connect(url, token);
    Worker worker =
        Worker.on(rota.source())
            .queue("java", 10)
            .handle("greet", job -> greet(job.payload()))
            .start();
    // {end}
    return worker;
  }

  private static String greet(String payload) {
    return payload.replaceAll("\\{\"name\": \"(.*)\"}", "{\"text\":\"Hello, $1\"}");
  }

  private static String squeezed(String code) {
    return code.replaceAll("\\s+", "");
  }

  private static String block(String language) throws Exception {
    return block(language, 0);
  }

  private static String block(String language, int number) throws Exception {
    return Pattern.compile("(?s)```" + language + "\n(.*?)```")
        .matcher(Files.readString(GUIDE))
        .results()
        .skip(number)
        .findFirst()
        .orElseThrow()
        .group(1);
  }

  /** The lines of the guide with the classes of this test in place of the script. */
  private static String shell(String lines) {
    var words = RunningNode.words("");
    var rota = String.join(" ", words.subList(0, words.size() - 1));
    return "cd "
        + folder
        + "\n"
        + lines
            .replace("./rota ", "exec " + rota + " ")
            .replace("localhost:8060", node.url.substring(7));
  }

  private static String write(String name, String text) throws Exception {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  private static String sample(String path) {
    return LanguagesTest.folder("").resolve(path).toString();
  }

  private static long enqueue(String kind, String payload) {
    return client.enqueue(job(kind, payload).maxRetries(3).build()).job();
  }

  private static long enqueueOnce(String kind, String payload) {
    return client.enqueue(job(kind, payload).build()).job();
  }

  private static NewJob.Builder job(String kind, String payload) {
    return NewJob.kind(kind).queue("scripts").payload(payload).requires("sh").maxRetries(0);
  }

  private static Job seen(long id) {
    return client.get(id).orElseThrow();
  }

  private static Job ended(long id, JobState state) throws InterruptedException {
    Eventually.await(SOON, () -> seen(id).state() == state, "job " + id + " is " + state);
    return seen(id);
  }

  /** How many executions have ended by worker, over a view that has one row for each. */
  private static Map<String, Long> workersOf(String queue) throws SQLException {
    var counts = new TreeMap<String, Long>();
    try (var connection = node.database.connect();
        var rows =
            connection
                .createStatement()
                .executeQuery(
                    "SELECT worker, count(*) FROM rota.executions WHERE status <> 'running' AND queue = '"
                        + queue
                        + "' GROUP BY 1")) {
      while (rows.next()) {
        counts.put(rows.getString(1), rows.getLong(2));
      }
    }
    return counts;
  }

  private static long count(Map<String, Long> workers) {
    return workers.values().stream().mapToLong(Long::longValue).sum();
  }

  private static long distinctJobs(String queue) throws SQLException {
    try (var connection = node.database.connect();
        var rows =
            connection
                .createStatement()
                .executeQuery(
                    "SELECT count(DISTINCT job) FROM rota.executions WHERE status = 'completed' AND queue = '"
                        + queue
                        + "'")) {
      rows.next();
      return rows.getLong(1);
    }
  }
}
