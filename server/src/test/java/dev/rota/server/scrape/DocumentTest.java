package dev.rota.server.scrape;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.server.Likeness;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Every example of the document that scrape workers were written against, member by member. What
 * cannot be the same, such as ids and times, has the same form.
 */
class DocumentTest extends ScrapeTest {
  private static final String EXAMPLE =
      """
      {
        "domain": "example.com",
        "job_type": "domain_scrape",
        "priority": 7,
        "max_retries": 3,
        "config": {
          "depth": 3,
          "maxPages": 100,
          "timeout": 30000,
          "respectRobots": true,
          "includeSubdomains": false
        },
        "metadata": {
          "source": "api",
          "tags": ["ecommerce"],
          "estimatedDuration": 180
        }
      }
      """;

  @Test
  void the_next_job_without_claiming_it() {
    create(EXAMPLE);
    assertLike(
        get(NEXT),
        200,
        """
        {
          "success": true,
          "data": {
            "id": "123e4567-e89b-12d3-a456-426614174000",
            "domain": "example.com",
            "job_type": "domain_scrape",
            "status": "pending",
            "priority": 7,
            "retry_count": 0,
            "max_retries": 3,
            "config": {
              "depth": 3,
              "maxPages": 100,
              "timeout": 30000,
              "respectRobots": true,
              "includeSubdomains": false
            },
            "metadata": {
              "source": "api",
              "tags": ["ecommerce"],
              "estimatedDuration": 180
            },
            "created_at": "2024-01-01T10:00:00.000Z",
            "updated_at": "2024-01-01T10:00:00.000Z"
          }
        }
        """);
    assertThat(get(NEXT).at("/data/created_at")).isEqualTo(get(NEXT).at("/data/updated_at"));
    assertThat(status(get(NEXT).at("/data/id"))).isEqualTo("pending");
  }

  @Test
  void no_jobs_available() {
    assertSame(
        get(NEXT),
        200,
        """
        {
          "success": true,
          "data": null,
          "message": "No pending jobs in queue"
        }
        """);
  }

  @Test
  void a_job_successfully_claimed() {
    create(
        """
        {"domain": "example.com", "priority": 7, "config": {"depth": 3, "maxPages": 100, "timeout": 30000},
         "metadata": {"source": "api"}}
        """);
    clock.advance(Duration.ofMinutes(30));
    Answer claimed = post(NEXT, "", "X-Worker-ID", "worker-node-1");
    assertLike(
        claimed,
        200,
        """
        {
          "success": true,
          "data": {
            "id": "123e4567-e89b-12d3-a456-426614174000",
            "domain": "example.com",
            "job_type": "domain_scrape",
            "status": "running",
            "priority": 7,
            "worker_id": "worker-node-1",
            "claimed_at": "2024-01-01T10:30:00.000Z",
            "config": {
              "depth": 3,
              "maxPages": 100,
              "timeout": 30000
            },
            "metadata": {
              "source": "api",
              "claimedBy": "worker-node-1"
            },
            "created_at": "2024-01-01T10:00:00.000Z",
            "updated_at": "2024-01-01T10:30:00.000Z"
          },
          "message": "Job claimed successfully"
        }
        """);
    assertThat(claimed.at("/data/claimed_at")).isEqualTo(claimed.at("/data/updated_at"));
    assertThat(claimed.at("/data/claimed_at")).isGreaterThan(claimed.at("/data/created_at"));
    assertThat(claimed.headers().firstValue("X-Rota-Fence").orElse("")).matches(UUID);
  }

  @Test
  void no_jobs_to_claim() {
    assertSame(
        post(NEXT, ""),
        200,
        """
        {
          "success": true,
          "data": null,
          "message": "No pending jobs to claim"
        }
        """);
  }

  @Test
  void a_job_already_claimed() {
    String id = create();
    claim("worker-node-1");
    assertSame(
        post(JOBS + "/" + id + "/claim", "", "X-Worker-ID", "worker-node-2"),
        409,
        """
        {
          "success": false,
          "error": "Job was already claimed by another worker",
          "retry": true,
          "details": "Try claiming again immediately"
        }
        """);
  }

  @Test
  void a_worker_identifies_itself() {
    create();
    Answer claimed =
        post(
            NEXT,
            """
            {
              "worker_id": "worker-node-1",
              "worker_version": "1.2.0",
              "capabilities": ["javascript", "images", "pdfs"]
            }
            """);
    assertThat(claimed.at("/data/worker_id")).isEqualTo("worker-node-1");
    assertThat(claimed.at("/data/worker_version")).isEqualTo("1.2.0");
    assertThat(claimed.at("/data/metadata/claimedBy")).isEqualTo("worker-node-1");
    assertThat(get("/api/v1/workers").text())
        .contains("\"javascript\"", "\"images\"", "\"pdfs\"", "\"version\":\"1.2.0\"");
  }

  @Test
  void database_errors() throws Exception {
    breakDatabase();
    assertSame(
        post(NEXT, ""),
        500,
        """
        {
          "success": false,
          "error": "Failed to claim next job",
          "details": "Database transaction failed"
        }
        """);
    assertSame(
        get(NEXT),
        500,
        """
        {
          "success": false,
          "error": "Failed to get next job",
          "details": "Queue system temporarily unavailable"
        }
        """);
  }

  @Test
  void the_order_of_jobs() {
    String low = create("{\"domain\": \"a\", \"priority\": 1}");
    String retried = create("{\"domain\": \"b\", \"priority\": 10}");
    update(claim("w").get("id").asString(), "{\"status\": \"failed\", \"error_message\": \"x\"}");
    clock.advance(Duration.ofMinutes(2));
    engine.tick();
    String older = create("{\"domain\": \"c\", \"priority\": 10}");
    String younger = create("{\"domain\": \"d\", \"priority\": 10}");
    String normal = create("{\"domain\": \"e\"}");
    for (String expected : List.of(older, younger, retried, normal, low)) {
      assertThat(get(NEXT).at("/data/id")).isEqualTo(expected);
      assertThat(claim("w").get("id").asString()).isEqualTo(expected);
    }
  }

  @Test
  void the_states_of_jobs() {
    String completed = create();
    claim("w");
    assertThat(status(completed)).isEqualTo("running");
    update(completed, "{\"status\": \"completed\"}");
    assertThat(status(completed)).isEqualTo("completed");
    String failed = create("{\"domain\": \"a\", \"max_retries\": 0}");
    claim("w");
    update(failed, "{\"status\": \"failed\"}");
    assertThat(status(failed)).isEqualTo("failed");
    String cancelled = create();
    post(JOBS + "/" + cancelled + "/cancel", "");
    assertThat(status(cancelled)).isEqualTo("cancelled");
    assertThat(post(NEXT, "").at("/message")).isEqualTo("No pending jobs to claim");
  }

  @Test
  void the_status_of_workers() {
    create();
    String id = claim("worker-1").get("id").asString();
    claim("worker-2");
    assertSame(
        get("/workers/status"),
        200,
        """
        {"totalWorkers": 2, "activeWorkers": 2,
         "workers": [{"workerId": "worker-1", "isRunning": true, "currentJob": "%s"},
                     {"workerId": "worker-2", "isRunning": true, "currentJob": null}]}
        """
            .formatted(id));
  }

  @Test
  void a_load_balancer_looks_and_claims_what_its_worker_can_do() {
    create("{\"domain\": \"a\", \"config\": {\"requiredCapabilities\": [\"pdfs\"]}}");
    JsonNode next = get(NEXT).json().get("data");
    assertThat(next.at("/config/requiredCapabilities").toString()).isEqualTo("[\"pdfs\"]");
    String claim = JOBS + "/" + next.get("id").asString() + "/claim";
    Answer refused = post(claim, "{\"worker_id\": \"w-1\"}");
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.at("/details")).isEqualTo("The worker lacks capabilities: pdfs");
    assertThat(refused.json().has("retry")).isFalse();
    assertThat(post(NEXT, "").json().get("data").isNull()).isTrue();
    Answer claimed = post(claim, "{\"worker_id\": \"w-2\", \"capabilities\": [\"pdfs\"]}");
    assertThat(claimed.at("/message")).isEqualTo("Job claimed successfully");
    assertThat(claimed.at("/data/worker_id")).isEqualTo("w-2");
  }

  @Test
  void queue_and_worker_metrics() {
    JsonNode example =
        JSON.readTree(
            """
            {
              "queueMetrics": {
                "totalJobs": 1250,
                "pendingJobs": 15,
                "runningJobs": 5,
                "completedJobs": 1200,
                "failedJobs": 30,
                "avgWaitTime": 45.5,
                "avgProcessingTime": 180.2,
                "throughput": 12.5
              },
              "workerMetrics": {
                "activeWorkers": 5,
                "totalWorkers": 8,
                "avgJobsPerWorker": 250,
                "workerEfficiency": 0.85
              }
            }
            """);
    for (int i = 0; i < 5; i++) {
      create("{\"domain\": \"a\", \"max_retries\": 0}");
    }
    clock.advance(Duration.ofSeconds(45));
    update(claim("w-1").get("id").asString(), "{\"status\": \"failed\"}");
    String done = claim("w-1").get("id").asString();
    clock.advance(Duration.ofMinutes(3));
    update(done, "{\"status\": \"completed\"}");
    claim("w-2");

    JsonNode stats = get(JOBS + "/stats").json();
    for (String part : List.of("queueMetrics", "workerMetrics")) {
      assertThat(stats.get(part).propertyNames())
          .containsExactlyElementsOf(example.get(part).propertyNames());
    }
    assertThat(stats.propertyNames()).containsExactly("queueMetrics", "workerMetrics");
    JsonNode queue = stats.get("queueMetrics");
    Map<String, Integer> counts =
        Map.of(
            "totalJobs",
            5,
            "pendingJobs",
            2,
            "runningJobs",
            1,
            "completedJobs",
            1,
            "failedJobs",
            1);
    counts.forEach((name, count) -> assertThat(queue.get(name).asInt()).as(name).isEqualTo(count));
    assertThat(queue.get("avgWaitTime").asDouble()).isBetween(45.0, 47.0);
    assertThat(queue.get("avgProcessingTime").asDouble()).isBetween(90.0, 92.0);
    assertThat(queue.get("throughput").asDouble()).isEqualTo(0.02);
    JsonNode workers = stats.get("workerMetrics");
    assertThat(workers.get("activeWorkers").asInt()).isEqualTo(2);
    assertThat(workers.get("totalWorkers").asInt()).isEqualTo(2);
    assertThat(workers.get("avgJobsPerWorker").asDouble()).isEqualTo(2.5);
    assertThat(workers.get("workerEfficiency").asDouble()).isBetween(0.0, 1.0);
  }

  /** The same members in the same order with the same values. */
  private static void assertSame(Answer answer, int status, String example) {
    assertThat(answer.status()).as(answer.text()).isEqualTo(status);
    assertThat(answer.type()).startsWith("application/json");
    assertThat(answer.json().toString()).isEqualTo(JSON.readTree(example).toString());
  }

  /** At least the members of the example, with the same values but for ids and times. */
  private static void assertLike(Answer answer, int status, String example) {
    assertThat(answer.status()).as(answer.text()).isEqualTo(status);
    assertThat(answer.json().propertyNames())
        .containsExactlyElementsOf(JSON.readTree(example).propertyNames());
    Likeness.check("", answer.json(), JSON.readTree(example));
  }

  /**
   * Takes the tables away: what the engine asks for fails, as it does when a database is broken.
   */
  private void breakDatabase() throws Exception {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("ALTER SCHEMA rota RENAME TO elsewhere");
    }
  }
}
