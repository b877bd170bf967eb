package dev.rota.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.Outcome;
import dev.rota.testkit.Eventually;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Every request of the document that describes the crawler's job system, as it is printed there.
 */
class DocumentTest extends AdminTest {
  private static final Set<String> CRAWL_JOBS =
      Set.of(
          "id",
          "subreddit_id",
          "status",
          "priority",
          "retries",
          "last_attempt",
          "duration_ms",
          "enqueued_by",
          "created_at",
          "updated_at",
          "visible_at",
          "retry_count",
          "max_retries",
          "next_retry_at");
  private static final Set<String> SCHEDULED_JOBS =
      Set.of(
          "id",
          "name",
          "description",
          "subreddit_id",
          "cron_expression",
          "enabled",
          "last_run_at",
          "next_run_at",
          "priority",
          "created_at",
          "updated_at",
          "created_by");
  private static final String DAILY =
      """
      {
        "name": "daily-askreddit",
        "description": "Daily crawl of AskReddit",
        "subreddit_id": 1,
        "cron_expression": "@daily",
        "enabled": true,
        "priority": 10
      }
      """;

  @Test
  void job_statistics() {
    enqueue("a");
    status(enqueue("b"), "crawling");
    status(enqueue("c"), "failed");
    String done = enqueue("d");
    status(done, "crawling");
    status(done, "success");
    create(5); // Jobs of other queues and kinds are not this facade's.
    assertThat(get("/api/admin/jobs/stats").text())
        .isEqualTo("{\"queued\":1,\"running\":1,\"failed\":1,\"completed\":1}");
  }

  @Test
  void jobs_by_status() {
    String queued = enqueue("a");
    String crawling = enqueue("b");
    status(crawling, "crawling");
    String success = enqueue("c");
    status(success, "crawling");
    status(success, "success");
    String failed = enqueue("d");
    status(failed, "crawling");
    status(failed, "failed");
    String cancelled = enqueue("e");
    status(cancelled, "failed");
    create(3);
    assertListed("queued", queued);
    assertListed("crawling", crawling);
    assertListed("success", success);
    assertListed("failed", cancelled, failed);

    Answer all = get(JOBS);
    assertThat(all.json().propertyNames()).containsExactly("jobs", "limit", "offset", "total");
    assertThat(all.at("/limit")).isEqualTo("100");
    assertThat(all.at("/total")).isEqualTo("5");
    Answer part = get("/api/admin/jobs?status=failed&limit=1&offset=1");
    assertThat(part.json().get("jobs")).hasSize(1);
    assertThat(part.at("/total")).isEqualTo("2");
    assertThat(part.at("/offset")).isEqualTo("1");
  }

  private void assertListed(String status, String... jobs) {
    Answer answer = get("/api/admin/jobs?status=" + status + "&limit=100&offset=0");
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    Set<String> found = new TreeSet<>();
    for (JsonNode job : answer.json().get("jobs")) {
      assertThat(job.get("status").asString()).isEqualTo(status);
      found.add(JOBS + "/" + job.get("id").asLong());
    }
    assertThat(found).containsExactlyInAnyOrder(jobs);
    assertThat(answer.json().get("total").asInt()).isEqualTo(jobs.length);
  }

  @Test
  void the_fields_of_a_job() {
    JsonNode created = enqueue("AskReddit", 3);
    JsonNode job = get(JOBS + "/" + created.get("id").asLong()).json();
    assertThat(Set.copyOf(job.propertyNames())).isEqualTo(CRAWL_JOBS);
    assertThat(job.get("id").isIntegralNumber()).isTrue();
    assertThat(job.get("id").asLong()).isLessThan(1L << 53);
    assertThat(job.get("subreddit_id").asLong()).isEqualTo(1);
    assertThat(job.get("status").asString()).isEqualTo("queued");
    assertThat(job.get("priority").asInt()).isZero();
    assertThat(job.get("max_retries").asInt()).isEqualTo(3);
    assertThat(job.get("retries").asInt()).isZero();
    assertThat(job.get("retry_count").asInt()).isZero();
    assertThat(job.get("enqueued_by").asString()).isEqualTo("api");
    assertThat(job.get("duration_ms").isNull()).isTrue();
    assertThat(job.get("next_retry_at").isNull()).isTrue();
    assertThat(job.get("visible_at").asString()).isEqualTo(job.get("created_at").asString());
    assertThat(job.get("last_attempt").asString()).isEqualTo(job.get("created_at").asString());
    assertThat(created.get("duplicate").asBoolean()).isFalse();
  }

  @Test
  void a_duplicate_is_the_job_that_is_there() {
    long subreddit = subreddit("AskReddit");
    String body = "{\"subreddit_id\": " + subreddit + ", \"priority\": 50}";
    Answer first = post(JOBS, body);
    assertThat(first.status()).isEqualTo(201);
    Answer second = post(JOBS, body);
    assertThat(second.status()).isEqualTo(200);
    assertThat(second.at("/duplicate")).isEqualTo("true");
    assertThat(second.at("/id")).isEqualTo(first.at("/id"));
    String job = first.headers().firstValue("location").orElseThrow();
    status(job, "crawling");
    assertThat(post(JOBS, body).at("/duplicate")).isEqualTo("true");
    status(job, "success");
    assertThat(post(JOBS, body).status()).isEqualTo(201);
  }

  @Test
  void update_job_status() {
    String job = enqueue("a");
    status(job, "failed");
    Answer queued =
        put(
            job + "/status",
            """
            {
              "status": "queued"
            }
            """);
    assertThat(queued.status()).as(queued.text()).isEqualTo(200);
    assertThat(queued.at("/status")).isEqualTo("queued");
    assertThat(status(job, "crawling").at("/status")).isEqualTo("crawling");
    assertThat(status(job, "success").at("/status")).isEqualTo("success");
    for (String status : List.of("queued", "crawling", "success", "failed")) {
      Answer refused = status(job, status);
      assertThat(refused.status()).as(status + refused.text()).isEqualTo(409);
      assertThat(refused.at("/code")).isEqualTo("forbidden-transition");
      assertThat(refused.at("/detail")).contains("completed");
    }
  }

  @Test
  void update_job_priority() {
    String job = enqueue("a");
    Answer answer =
        put(
            job + "/priority",
            """
            {
              "priority": 50
            }
            """);
    assertThat(answer.at("/priority")).isEqualTo("50");
    assertThat(put(job + "/priority", "{\"priority\": 101}").at("/field")).isEqualTo("priority");
  }

  @Test
  void boost_job_priority() {
    String job = enqueue("a");
    String boost =
        """
        {
          "boost": 20
        }
        """;
    assertThat(post(job + "/boost", boost).at("/priority")).isEqualTo("20");
    put(job + "/priority", "{\"priority\": 95}");
    assertThat(post(job + "/boost", boost).at("/priority")).isEqualTo("100");
  }

  @Test
  void retry_job() {
    enqueue("a", 0);
    String job = JOBS + "/" + get(JOBS).at("/jobs/0/id");
    assertThat(post(job + "/retry", "").status()).isEqualTo(409);
    failOnce();
    assertThat(get(job).at("/status")).isEqualTo("failed");
    Answer retried = post(job + "/retry", "");
    assertThat(retried.at("/status")).isEqualTo("queued");
    assertThat(retried.at("/retry_count")).isEqualTo("0");
  }

  @Test
  void a_retry_beside_a_live_job_of_the_same_subreddit_is_refused() {
    String failed = enqueue("a");
    status(failed, "failed");
    String live = post(JOBS, "{\"subreddit_id\": 1}").at("/id");
    Answer refused = post(failed + "/retry", "");
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.at("/code")).isEqualTo("duplicate");
    assertThat(refused.at("/detail")).contains(live);
  }

  @Test
  void bulk_update_job_status() {
    Answer unknown =
        put(
            "/api/admin/jobs/bulk/status",
            """
            {
              "job_ids": [1, 2, 3, 4, 5],
              "status": "queued"
            }
            """);
    assertThat(unknown.status()).as(unknown.text()).isEqualTo(200);
    assertThat(unknown.json().get("results")).hasSize(5);
    assertThat(unknown.at("/failed")).isEqualTo("5");
    assertThat(unknown.at("/results/0/code")).isEqualTo("not-found");
    long one = enqueue("a", 3).get("id").asLong();
    long two = enqueue("b", 3).get("id").asLong();
    status(JOBS + "/" + two, "failed");
    Answer changed =
        put(
            "/api/admin/jobs/bulk/status",
            "{\"job_ids\": [%d, %d, %d], \"status\": \"crawling\"}".formatted(one, two, one));
    assertThat(changed.at("/updated")).isEqualTo("1");
    assertThat(changed.json().get("results").get(0).toString())
        .isEqualTo("{\"id\":%d,\"updated\":true,\"status\":\"crawling\"}".formatted(one));
    assertThat(changed.at("/results/1/status")).isEqualTo("failed");
    assertThat(changed.at("/results/1/code")).isEqualTo("forbidden-transition");
  }

  @Test
  void bulk_retry_jobs() {
    Answer unknown =
        post(
            "/api/admin/jobs/bulk/retry",
            """
            {
              "job_ids": [1, 2, 3, 4, 5]
            }
            """);
    assertThat(unknown.at("/failed")).isEqualTo("5");
    String failed = enqueue("a");
    status(failed, "failed");
    String id = get(failed).at("/id");
    Answer retried = post("/api/admin/jobs/bulk/retry", "{\"job_ids\": [" + id + "]}");
    assertThat(retried.at("/updated")).isEqualTo("1");
    assertThat(get(failed).at("/status")).isEqualTo("queued");
  }

  @Test
  void scheduled_jobs() {
    subreddit("AskReddit");
    Answer created = post("/api/admin/scheduled-jobs", DAILY);
    assertThat(created.status()).as(created.text()).isEqualTo(201);
    JsonNode made = created.json();
    assertThat(Set.copyOf(made.propertyNames())).isEqualTo(SCHEDULED_JOBS);
    JSON.readTree(DAILY)
        .forEachEntry((name, value) -> assertThat(made.get(name)).as(name).isEqualTo(value));
    assertThat(Instant.parse(created.at("/next_run_at")).getEpochSecond() % 86_400).isZero();
    assertThat(made.get("last_run_at").isNull()).isTrue();
    String one = SCHEDULED + "/" + made.get("id").asLong();
    assertThat(get(one).text()).isEqualTo(created.text());

    Answer list = get("/api/admin/scheduled-jobs?limit=100&offset=0");
    assertThat(list.json().propertyNames())
        .containsExactly("scheduled_jobs", "limit", "offset", "total");
    assertThat(list.json().get("scheduled_jobs").get(0)).isEqualTo(made);
    assertThat(list.at("/total")).isEqualTo("1");

    String hourly =
        """
        {
          "name": "hourly-worldnews",
          "description": "Hourly crawl of WorldNews",
          "cron_expression": "@hourly",
          "enabled": true,
          "priority": 20
        }
        """;
    Answer changed = put(one, hourly);
    assertThat(changed.status()).as(changed.text()).isEqualTo(200);
    JSON.readTree(hourly)
        .forEachEntry(
            (name, value) -> assertThat(changed.json().get(name)).as(name).isEqualTo(value));
    assertThat(changed.at("/subreddit_id")).isEqualTo("1");
    assertThat(changed.at("/id")).isEqualTo(created.at("/id"));
    assertThat(changed.at("/updated_at")).isGreaterThan(created.at("/updated_at"));

    Answer toggled =
        post(
            one + "/toggle",
            """
            {
              "enabled": false
            }
            """);
    assertThat(toggled.at("/enabled")).isEqualTo("false");
    assertThat(put(one, "{\"priority\": 30}").at("/enabled")).isEqualTo("false");
    assertThat(get(one).at("/description")).isEqualTo("Hourly crawl of WorldNews");
    assertThat(post(one + "/toggle", "{\"enabled\": true}").at("/enabled")).isEqualTo("true");

    assertThat(send("DELETE", one, "").status()).isEqualTo(204);
    assertThat(get(one).status()).isEqualTo(404);
  }

  @Test
  void cron_expressions() {
    subreddit("a");
    Map<String, Integer> hours = new LinkedHashMap<>();
    hours.put("@yearly", 8784);
    hours.put("@annually", 8784);
    hours.put("@monthly", 744);
    hours.put("@weekly", 168);
    hours.put("@daily", 24);
    hours.put("@every 7d", 168);
    for (String often :
        List.of("@hourly", "@every 1h", "@every 30m", "@every 5s", "@every 5000ms")) {
      hours.put(often, 1);
    }
    for (String tiny : List.of("5000000000ns", "5000000us", "5000000µs")) {
      hours.put("@every " + tiny, 1);
    }
    hours.forEach((expression, most) -> {
      Answer made =
          post(
              SCHEDULED,
              "{\"name\": \"%s\", \"subreddit_id\": 1, \"cron_expression\": \"%s\"}"
                  .formatted(expression, expression));
      assertThat(made.status()).as(made.text()).isEqualTo(201);
      assertThat(Instant.parse(made.at("/next_run_at")))
          .isBetween(clock.now(), clock.now().plus(Duration.ofHours(most)));
    });
  }

  @Test
  void a_scheduled_job_makes_crawl_jobs() {
    subreddit("AskReddit");
    post(SCHEDULED, DAILY);
    clock.advance(Duration.ofDays(1));
    scheduler.tick();
    Answer jobs = get(JOBS);
    assertThat(jobs.json().get("jobs")).hasSize(1);
    assertThat(jobs.at("/jobs/0/subreddit_id")).isEqualTo("1");
    assertThat(jobs.at("/jobs/0/priority")).isEqualTo("10");
    assertThat(jobs.at("/jobs/0/enqueued_by")).isEqualTo("schedule");
    assertThat(get(SCHEDULED).at("/scheduled_jobs/0/last_run_at")).endsWith("Z");
    clock.advance(Duration.ofDays(1));
    scheduler.tick();
    assertThat(get(JOBS).json().get("jobs")).hasSize(1);
    engine.tick();
    finish(new Outcome.Completed(null));
    clock.advance(Duration.ofDays(1));
    scheduler.tick();
    assertThat(get(JOBS).json().get("jobs")).hasSize(2);
  }

  @Test
  void a_scheduled_job_leaves_a_subreddit_alone_that_has_a_live_job() {
    subreddit("AskReddit");
    post(SCHEDULED, DAILY);
    post(JOBS, "{\"subreddit_id\": 1}");
    clock.advance(Duration.ofDays(1));
    scheduler.tick();
    assertThat(get(JOBS).json().get("jobs")).hasSize(1);
    assertThat(get("/api/v1/schedules/daily-askreddit/occurrences").at("/occurrences/0/fate"))
        .isEqualTo("skipped_overlap");
  }

  @Test
  void stale_subreddits_are_crawled_again() throws Exception {
    subreddit("old");
    subreddit("crawled");
    new StalePlan(Duration.ofDays(60)).keep(scheduler.plans());
    new StalePlan(Duration.ofDays(30)).keep(scheduler.plans());
    clock.advance(Duration.ofDays(29));
    post(JOBS, "{\"subreddit_id\": 2}");
    finish(new Outcome.Completed(null));
    scheduler.keep();
    clock.advance(Duration.ofDays(2));
    scheduler.keep();
    Eventually.await(
        Duration.ofSeconds(30),
        () -> get(JOBS).json().get("jobs").size() == 2,
        "a job for the stale one");
    JsonNode stale = get(JOBS + "?status=queued").json().get("jobs");
    assertThat(stale).hasSize(1);
    assertThat(stale.get(0).get("subreddit_id").asInt()).isEqualTo(1);
    assertThat(stale.get(0).get("priority").asInt()).isZero();
    assertThat(post(JOBS, "{\"subreddit_id\": 1}").at("/duplicate")).isEqualTo("true");
  }

  /** Makes jobs that are none of this facade's. */
  private void create(int jobs) {
    for (int i = 0; i < jobs; i++) {
      post("/api/v1/jobs", "{\"kind\": \"crawl\", \"queue\": \"crawl\"}");
      post("/api/v1/jobs", "{\"kind\": \"crawl_subreddit\"}");
      post("/api/v1/jobs", "{\"kind\": \"other\", \"queue\": \"crawl\"}");
    }
  }
}
