package dev.rota.cli;

import static dev.rota.cli.RunningNode.SOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.Job;
import dev.rota.JobState;
import dev.rota.NewJob;
import dev.rota.remote.PublicId;
import dev.rota.remote.RemoteOptions;
import dev.rota.remote.RotaClient;
import dev.rota.testkit.ChildProcess;
import dev.rota.testkit.Eventually;
import dev.rota.testkit.Processes;
import dev.rota.testkit.TestDatabase;
import dev.rota.worker.Worker;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Workers over HTTP when one side of it is killed. */
class RemoteWorkerTest {
  @TempDir private Path folder;

  @Test
  void a_worker_goes_on_when_its_server_is_killed_and_started_again() throws Exception {
    try (var node = new RunningNode()) {
      var client = RotaClient.connect(node.url, null);
      var began = new CountDownLatch(1);
      var mayEnd = new CountDownLatch(1);
      try (var worker =
          Worker.on(
                  client.source(
                      RemoteOptions.standard().withWorker("far").withLease(Duration.ofMinutes(5))))
              .queue("far", 2)
              .handle(
                  "wait",
                  job -> {
                    began.countDown();
                    mayEnd.await();
                    return "\"done\"";
                  })
              .start()) {
        var running = client.enqueue(NewJob.kind("wait").queue("far").build()).job();
        began.await();
        node.process.kill9();
        mayEnd.countDown();
        try (var again = again(node)) {
          var job = ended(client, running);
          assertThat(job.state()).isEqualTo(JobState.COMPLETED);
          assertThat(job.result()).isEqualTo("\"done\"");
          assertThat(job.attempt()).as("what it did while the server was away counts").isEqualTo(1);
          var next = client.enqueue(NewJob.kind("wait").queue("far").build()).job();
          assertThat(ended(client, next).state()).isEqualTo(JobState.COMPLETED);
          assertThat(worker.stats().fenced()).isZero();
          assertThat(again.isAlive()).isTrue();
        }
      }
    }
  }

  @Test
  void a_command_takes_jobs_from_a_server_that_asks_for_a_token() throws Exception {
    var secret = "open-sesame-open-sesame";
    try (var database = TestDatabase.create()) {
      var processes =
          new Processes()
              .withEnvironment("ROTA_PORT", "0")
              .withEnvironment("ROTA_AUTH", "token")
              .withEnvironment("ROTA_TOKEN", secret);
      RunningNode.environment(database).forEach(processes::withEnvironment);
      try (var node = processes.java(Rota.class, "up")) {
        var url = RunningNode.url(node);
        var client = RotaClient.connect(url, secret);
        var command =
            new Processes()
                .withEnvironment("ROTA_URL", url)
                .withEnvironment("ROTA_TOKEN", secret)
                .java(Rota.class, "work", "--queue", "q", "--cmd", "echo \"<$ROTA_TOKEN>\"");
        try (command) {
          var job = ended(client, client.enqueue(NewJob.kind("k").queue("q").build()).job());
          assertThat(job.state()).isEqualTo(JobState.COMPLETED);
          assertThat(job.result()).as("the token is the worker's").isEqualTo("\"<>\"");
        }
      }
    }
  }

  @Test
  void what_a_killed_worker_ran_is_taken_over_and_its_late_answer_is_refused() throws Exception {
    try (var node = new RunningNode()) {
      var client = RotaClient.connect(node.url, null);
      var fence = folder.resolve("fence");
      var command =
          "echo $ROTA_FENCE > " + fence + ".new; mv " + fence + ".new " + fence + "; exec sleep 20";
      try (var killed =
          node.workers()
              .java(
                  Rota.class,
                  "work",
                  "--queue",
                  "far",
                  "--name",
                  "first",
                  "--lease",
                  "2",
                  "--cmd",
                  command)) {
        var id = client.enqueue(NewJob.kind("long").queue("far").maxRetries(3).build()).job();
        Eventually.await(SOON, () -> Files.exists(fence), "the first worker runs the job");
        killed.kill9();
        try (var other =
            Worker.on(client.source(RemoteOptions.standard().withWorker("second")))
                .queue("far", 1)
                .handleAny(job -> "\"by the second\"")
                .start()) {
          var job = ended(client, id);
          assertThat(job.result()).isEqualTo("\"by the second\"");
          assertThat(job.attempt()).isEqualTo(2);
          assertThat(other.stats().completed()).isEqualTo(1);
        }
        var late =
            "{\"worker_id\": \"first\", \"report\": {\"job_id\": \"%s\", \"fence\": \"%s\", \"outcome\": \"completed\", \"result\": 1}}"
                .formatted(PublicId.ofJob(id), Files.readString(fence).strip());
        var answer =
            HttpClient.newHttpClient()
                .send(
                    HttpRequest.newBuilder(URI.create(node.url + "/api/v1/workers/report"))
                        .POST(BodyPublishers.ofString(late))
                        .build(),
                    BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(409);
        assertThat(answer.body()).contains("fenced");
        assertThat(ended(client, id).result()).isEqualTo("\"by the second\"");
      }
    }
  }

  /** Another node on the same database and port. */
  private static ChildProcess again(RunningNode node) throws Exception {
    var processes =
        new Processes()
            .withEnvironment("ROTA_PORT", String.valueOf(URI.create(node.url).getPort()));
    RunningNode.environment(node.database).forEach(processes::withEnvironment);
    var process = processes.java(Rota.class, "up");
    process.awaitLine("Rota listens on ", SOON);
    return process;
  }

  private static Job ended(RotaClient client, long id) throws InterruptedException {
    Eventually.await(
        Duration.ofMinutes(2),
        () -> client.get(id).orElseThrow().state() == JobState.COMPLETED,
        "job " + id + " is completed");
    return client.get(id).orElseThrow();
  }
}
