package dev.rota.server.scrape;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class SampleWorkerTest extends ScrapeTest {

  @Test
  void several_workers_do_every_job_exactly_once() throws Exception {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      ids.add(
          create("{\"domain\": \"site-%d.example\", \"config\": {\"maxPages\": 21}}".formatted(i)));
    }
    List<SampleWorker> workers =
        IntStream.rangeClosed(1, 5)
            .mapToObj(i -> new SampleWorker(server.url(), "worker-" + i))
            .toList();
    runAll(workers);

    assertThat(workers.stream().flatMap(worker -> worker.done.stream()))
        .containsExactlyInAnyOrderElementsOf(ids);
    for (SampleWorker worker : workers) {
      worker.done.forEach(id -> assertThat(status(id)).isEqualTo("completed"));
    }
    for (String id : ids) {
      assertThat(get("/api/v1/jobs/" + id + "/executions").at("/total")).isEqualTo("1");
    }
    assertThat(get("/workers/status").at("/totalWorkers")).isEqualTo("5");
  }

  @Test
  void what_a_worker_says_on_the_way_is_kept() throws Exception {
    String id =
        create(
            "{\"domain\": \"a\", \"config\": {\"maxPages\": 21}, \"metadata\": {\"source\": \"api\"}}");
    runAll(List.of(new SampleWorker(server.url(), "worker-1")));
    JsonNode job = job(id);
    assertThat(job.at("/metadata/source").asString()).isEqualTo("api");
    assertThat(job.at("/metadata/workerId").asString()).isEqualTo("worker-1");
    assertThat(job.at("/metadata/claimedBy").asString()).isEqualTo("worker-1");
    assertThat(job.at("/stats/pagesProcessed").asInt()).isEqualTo(21);
    assertThat(job.get("completed_at").asString()).matches(TIME);
    JsonNode execution = get("/api/v1/jobs/" + id + "/executions").json().at("/executions/0");
    assertThat(execution.at("/counters/pagesProcessed").asInt()).isEqualTo(21);
    assertThat(execution.get("worker").asString()).isEqualTo("worker-1");
    assertThat(get("/api/v1/jobs/" + id).at("/progress")).isEqualTo("95");
  }

  @Test
  void a_job_that_fails_is_tried_again_by_itself() throws Exception {
    String id =
        create("{\"domain\": \"broken\", \"max_retries\": 1, \"config\": {\"maxPages\": 1}}");
    runAll(List.of(new SampleWorker(server.url(), "worker-1")));
    JsonNode waiting = job(id);
    assertThat(waiting.get("status").asString()).isEqualTo("pending");
    assertThat(waiting.get("retry_count").asInt()).isEqualTo(1);
    assertThat(waiting.get("error_message").asString()).isEqualTo("Page not found");
    assertThat(get(NEXT).json().get("data").isNull()).isTrue();

    clock.advance(Duration.ofMinutes(2));
    engine.tick();
    runAll(List.of(new SampleWorker(server.url(), "worker-2")));
    assertThat(status(id)).isEqualTo("failed");
    assertThat(job(id).get("worker_id").asString()).isEqualTo("worker-2");
  }

  private static void runAll(List<SampleWorker> workers) throws Exception {
    try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> running = new ArrayList<>();
      for (SampleWorker worker : workers) {
        running.add(
            executor.submit(() -> {
              worker.start();
              return null;
            }));
      }
      for (Future<?> one : running) {
        one.get();
      }
    }
  }
}
