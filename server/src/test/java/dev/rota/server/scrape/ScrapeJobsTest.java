package dev.rota.server.scrape;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.NewJob;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class ScrapeJobsTest extends ScrapeTest {

  @Test
  void a_job_is_created_with_defaults_and_found() {
    Answer created = post(JOBS, "{\"domain\": \"example.com\"}", "X-Rota-Actor", "ada");
    assertThat(created.status()).isEqualTo(201);
    assertThat(created.at("/message")).isEqualTo("Job created successfully");
    String id = created.at("/data/id");
    assertThat(created.headers().firstValue("Location")).hasValue(JOBS + "/" + id);
    JsonNode job = job(id);
    assertThat(job.get("job_type").asString()).isEqualTo("domain_scrape");
    assertThat(job.get("priority").asInt()).isEqualTo(5);
    assertThat(job.get("max_retries").asInt()).isEqualTo(3);
    assertThat(job.get("config").toString()).isEqualTo("{}");
    assertThat(job.get("metadata").toString()).isEqualTo("{}");
    assertThat(get("/api/v1/jobs/" + id).at("/created_by")).isEqualTo("ada");
    assertThat(get("/api/v1/jobs/" + id).at("/priority")).isEqualTo("50");
    assertThat(get("/api/v1/jobs/" + id).at("/queue")).isEqualTo("scrape");
  }

  @Test
  void the_config_is_kept_to_the_letter() {
    String id =
        create("{\"domain\": \"a\", \"config\": {\"n\": 1.000000000000000000001, \"a\": [ ]}}");
    assertThat(get(JOBS + "/" + id).text())
        .contains("\"config\":{\"n\": 1.000000000000000000001, \"a\": [ ]}");
  }

  @Test
  void a_job_for_later_reads_pending_and_is_not_given_out() {
    String at = clock.now().plus(Duration.ofHours(1)).toString();
    String id = create("{\"domain\": \"a\", \"scheduled_at\": \"" + at + "\"}");
    assertThat(status(id)).isEqualTo("pending");
    assertThat(job(id).get("scheduled_at").asString()).matches(TIME);
    assertThat(get(NEXT).json().get("data").isNull()).isTrue();
    clock.advance(Duration.ofHours(1));
    engine.tick();
    assertThat(claim("w").get("id").asString()).isEqualTo(id);
  }

  @Test
  void jobs_are_listed_by_status_domain_and_type_with_their_total() {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      ids.add(
          0, create("{\"domain\": \"site-%d\", \"job_type\": \"t%d\"}".formatted(i % 2, i % 2)));
    }
    engine.jobs().enqueue(NewJob.of("domain_scrape", "{}"));
    post(JOBS + "/" + ids.get(4) + "/cancel", "");
    assertThat(listed("?limit=2&offset=1")).containsExactly(ids.get(1), ids.get(2));
    assertThat(get(JOBS + "?limit=2&offset=1").at("/total")).isEqualTo("5");
    assertThat(get(JOBS + "?limit=2&offset=1").at("/offset")).isEqualTo("1");
    assertThat(listed("?status=pending")).containsExactlyElementsOf(ids.subList(0, 4));
    assertThat(get(JOBS + "?status=pending&limit=1").at("/total")).isEqualTo("4");
    assertThat(listed("?status=cancelled")).containsExactly(ids.get(4));
    assertThat(listed("?domain=site-1")).containsExactly(ids.get(1), ids.get(3));
    assertThat(get(JOBS + "?domain=site-0&status=pending&limit=1").at("/total")).isEqualTo("2");
    assertThat(listed("?job_type=t1")).containsExactly(ids.get(1), ids.get(3));
    assertThat(listed("?status=completed")).isEmpty();
    assertThat(get(JOBS + "?status=done").at("/details"))
        .contains("pending, running, completed, failed, cancelled");
    assertThat(get(JOBS + "?state=pending").status()).isEqualTo(400);
    assertThat(get(JOBS + "?limit=0").status()).isEqualTo(400);
  }

  @Test
  void a_job_of_another_queue_is_none_of_its_business() {
    String other = String.valueOf(engine.jobs().enqueue(NewJob.of("k", "{}")).job());
    assertThat(get(JOBS + "/" + other).status()).isEqualTo(404);
    assertThat(post(JOBS + "/" + other + "/cancel", "").status()).isEqualTo(404);
    assertThat(get(NEXT).json().get("data").isNull()).isTrue();
  }

  @Test
  void a_job_that_came_by_the_native_api_is_served_too() {
    post(
        "/api/v1/jobs",
        "{\"kind\": \"k\", \"queue\": \"scrape\", \"priority\": 100, \"payload\": {\"a\": 1}}");
    JsonNode job = claim("w");
    assertThat(job.get("config").toString()).isEqualTo("{\"a\":1}");
    assertThat(job.get("priority").asInt()).isEqualTo(10);
    post("/api/v1/jobs", "{\"kind\": \"k\", \"queue\": \"scrape\", \"payload\": [1]}");
    JsonNode odd = claim("w");
    assertThat(odd.get("config").toString()).isEqualTo("{}");
    assertThat(odd.get("priority").asInt()).isEqualTo(1);
  }

  @Test
  void the_worker_in_the_body_counts_before_the_header_and_one_has_a_name_in_any_case() {
    create();
    create();
    Answer both = post(NEXT, "{\"worker_id\": \"in-body\"}", "X-Worker-ID", "in-header");
    assertThat(both.at("/data/worker_id")).isEqualTo("in-body");
    assertThat(post(NEXT, "").at("/data/worker_id")).isEqualTo("worker");
  }

  @Test
  void of_many_that_claim_the_same_job_one_gets_it() throws Exception {
    for (int round = 0; round < 10; round++) {
      String id = create();
      List<Callable<Answer>> racers = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        String worker = "w-" + i;
        racers.add(() -> post(JOBS + "/" + id + "/claim", "", "X-Worker-ID", worker));
      }
      List<Answer> answers = new ArrayList<>();
      try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
        for (Future<Answer> one : executor.invokeAll(racers)) {
          answers.add(one.get());
        }
      }
      assertThat(answers).extracting(Answer::status).containsOnlyOnce(200);
      assertThat(answers.stream().filter(answer -> answer.status() != 200))
          .hasSize(7)
          .allSatisfy(lost -> {
            assertThat(lost.status()).isEqualTo(409);
            assertThat(lost.at("/error")).isEqualTo("Job was already claimed by another worker");
            assertThat(lost.json().get("retry").asBoolean()).isTrue();
          });
    }
  }

  @Test
  void a_claim_ends_by_itself_after_ten_minutes_without_an_update() {
    String id = create();
    Answer claimed = post(NEXT, "", "X-Worker-ID", "w-1");
    String fence = claimed.headers().firstValue("X-Rota-Fence").orElseThrow();
    clock.advance(Duration.ofMinutes(9));
    engine.tick();
    assertThat(update(id, "{\"status\": \"running\"}").status()).isEqualTo(200);
    clock.advance(Duration.ofMinutes(9));
    engine.tick();
    assertThat(update(id, "{\"stats\": {\"progress\": 50.4}}").status()).isEqualTo(200);
    assertThat(get("/api/v1/jobs/" + id).at("/progress")).isEqualTo("50");
    clock.advance(Duration.ofMinutes(9));
    engine.tick();
    assertThat(status(id)).isEqualTo("running");
    clock.advance(Duration.ofMinutes(2));
    engine.tick();
    assertThat(status(id)).isEqualTo("pending");
    assertThat(job(id).has("worker_id")).isFalse();
    assertThat(job(id).at("/metadata/claimedBy").asString()).isEqualTo("w-1");
    for (String word : List.of("completed", "failed", "cancelled")) {
      Answer tooLate = update(id, "{\"status\": \"" + word + "\"}", "X-Rota-Fence", fence);
      assertThat(tooLate.status()).as(word).isEqualTo(409);
      assertThat(tooLate.at("/details")).startsWith("The job is pending");
    }

    assertThat(claim("w-2").get("id").asString()).isEqualTo(id);
    Answer late = update(id, "{\"status\": \"completed\"}", "X-Worker-ID", "w-1");
    assertThat(late.status()).isEqualTo(409);
    assertThat(late.at("/error")).isEqualTo("Job is not held by this worker");
    assertThat(late.at("/details")).isEqualTo("The job is running; it was last claimed by w-2");
    assertThat(update(id, "{\"status\": \"completed\"}", "X-Rota-Fence", fence).status())
        .isEqualTo(409);
    assertThat(status(id)).isEqualTo("running");
    assertThat(update(id, "{\"status\": \"completed\"}", "X-Worker-ID", "w-2").status())
        .isEqualTo(200);
    assertThat(job(id).get("retry_count").asInt()).isEqualTo(1);
  }

  @Test
  void the_fence_of_a_claim_lets_its_worker_report() {
    String id = create();
    String fence = post(NEXT, "").headers().firstValue("X-Rota-Fence").orElseThrow();
    assertThat(update(id, "{\"stats\": {}}", "X-Rota-Fence", fence).status()).isEqualTo(200);
    Answer wrong = update(id, "{\"stats\": {}}", "X-Rota-Fence", "1");
    assertThat(wrong.status()).isEqualTo(409);
    String report = "{\"status\": \"completed\", \"stats\": {\"pages\": 3}}";
    assertThat(update(id, report, "X-Rota-Fence", fence).at("/data/status")).isEqualTo("completed");
    assertThat(update(id, report, "X-Rota-Fence", fence).status()).as("again").isEqualTo(200);
    assertThat(update(id, "{\"status\": \"failed\"}", "X-Rota-Fence", fence).status())
        .isEqualTo(409);
    assertThat(job(id).at("/stats/pages").asInt()).isEqualTo(3);
  }

  @Test
  void a_job_that_nobody_runs_has_no_progress_and_takes_metadata() {
    String id = create("{\"domain\": \"a\", \"metadata\": {\"a\": 1}}");
    assertThat(update(id, "{\"stats\": {\"pages\": 1}}").status()).isEqualTo(409);
    assertThat(update(id, "{\"status\": \"completed\"}").status()).isEqualTo(409);
    clock.advance(Duration.ofMinutes(1));
    Answer changed = send("PATCH", JOBS + "/" + id, "{\"metadata\": {\"b\": 2}, \"priority\": 9}");
    assertThat(changed.at("/message")).isEqualTo("Job updated successfully");
    assertThat(changed.json().at("/data/metadata").toString()).isEqualTo("{\"a\":1,\"b\":2}");
    assertThat(changed.at("/data/priority")).isEqualTo("9");
    assertThat(changed.at("/data/updated_at")).isGreaterThan(changed.at("/data/created_at"));
  }

  @Test
  void a_worker_may_begin_without_a_claim_and_give_back() {
    String id = create();
    Answer begun = update(id, "{\"status\": \"running\"}", "X-Worker-ID", "w-1");
    assertThat(begun.at("/data/worker_id")).isEqualTo("w-1");
    assertThat(begun.at("/data/status")).isEqualTo("running");
    assertThat(update(id, "{\"status\": \"running\"}", "X-Worker-ID", "w-2").status())
        .isEqualTo(409);
    assertThat(update(id, "{\"status\": \"pending\"}").at("/data/status")).isEqualTo("pending");
    assertThat(job(id).get("retry_count").asInt()).isZero();
  }

  @Test
  void a_running_job_is_cancelled_at_once_and_its_worker_hears_of_it() {
    String id = create();
    claim("w-1");
    Answer cancelled = post(JOBS + "/" + id + "/cancel", "");
    assertThat(cancelled.at("/message")).isEqualTo("Job cancelled successfully");
    assertThat(cancelled.at("/data/status")).isEqualTo("cancelled");
    Answer told = update(id, "{\"stats\": {\"pages\": 1}}", "X-Worker-ID", "w-1");
    assertThat(told.status()).isEqualTo(409);
    assertThat(told.at("/details")).startsWith("The job is cancelled");
    assertThat(post(JOBS + "/" + id + "/cancel", "").status()).isEqualTo(200);

    Answer again = post(JOBS + "/" + id + "/retry", "");
    assertThat(again.at("/message")).isEqualTo("Job queued for retry");
    assertThat(again.at("/data/status")).isEqualTo("pending");
    assertThat(post(JOBS + "/" + id + "/retry", "").status()).isEqualTo(409);
  }

  @Test
  void a_cancellation_by_the_native_api_reaches_the_worker_with_its_next_update() {
    String id = create();
    claim("w-1");
    post("/api/v1/jobs/" + id + "/cancel", "");
    assertThat(update(id, "{\"status\": \"running\"}").status()).isEqualTo(409);
    assertThat(status(id)).isEqualTo("cancelled");
  }

  @Test
  void a_worker_cancels_and_reopens_by_an_update() {
    String id = create();
    claim("w-1");
    assertThat(update(id, "{\"status\": \"cancelled\"}").at("/data/status")).isEqualTo("cancelled");
    assertThat(update(id, "{\"status\": \"pending\"}").at("/data/status")).isEqualTo("pending");
    claim("w-1");
    update(id, "{\"status\": \"completed\"}");
    Answer refused = update(id, "{\"status\": \"pending\"}");
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.at("/details")).contains("completed").contains("pending");
  }

  private List<String> listed(String query) {
    Answer answer = get(JOBS + query);
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    List<String> ids = new ArrayList<>();
    answer.json().get("data").forEach(job -> ids.add(job.get("id").asString()));
    return ids;
  }
}
