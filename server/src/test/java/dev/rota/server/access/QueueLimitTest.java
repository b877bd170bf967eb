package dev.rota.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.tokens.Role;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Those who are limited to queues see and touch nothing of others. */
class QueueLimitTest extends AccessTest {

  @Test
  void a_producer_creates_jobs_on_its_queues_only() {
    String secret = token("p", Role.PRODUCER, "mail", "sms");
    String own = created(secret, "{\"kind\": \"k\", \"queue\": \"mail\"}");
    String other = created(ADMIN, "{\"kind\": \"k\", \"queue\": \"bank\"}");
    Answer refused = as(secret, "POST", "/api/v1/jobs", "{\"kind\": \"k\", \"queue\": \"bank\"}");
    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.at("/detail"))
        .isEqualTo("p is limited to the queues mail, sms, and that is about the queue bank");
    assertThat(as(secret, "POST", "/api/v1/jobs", "{\"kind\": \"k\"}").status()).isEqualTo(403);
    assertThat(as(secret, "GET", "/api/v1/jobs/" + own, "").status()).isEqualTo(200);
    assertThat(as(secret, "GET", "/api/v1/jobs/" + other, "").status()).isEqualTo(403);
    for (String path :
        new String[] {
          "/api/v1/jobs",
          "/api/v1/executions",
          "/api/v1/jobs/" + own + "/explain",
          "/api/v1/events",
          "/api/v1/schedules",
          "/api/v1/scheduler/metrics",
          "/api/v1/alerts",
          "/api/v1/workers",
          "/metrics",
          "/api/scrape-jobs"
        }) {
      assertThat(as(secret, "GET", path, "").status()).as(path).isEqualTo(403);
    }
    assertThat(as(secret, "POST", "/api/scrape-jobs", "{\"domain\": \"a\"}").status())
        .isEqualTo(403);
  }

  @Test
  void a_stream_with_one_job_of_another_queue_stores_nothing() {
    String secret = token("p", Role.PRODUCER, "mail");
    String lines =
        "{\"kind\": \"k\", \"queue\": \"mail\"}\n{\"kind\": \"k\", \"queue\": \"bank\"}\n";
    assertThat(as(secret, "POST", "/api/v1/jobs/bulk", lines).status()).isEqualTo(403);
    assertThat(text("SELECT count(*) FROM rota.job")).isEqualTo("0");
    assertThat(
            as(secret, "POST", "/api/v1/jobs/bulk", "{\"kind\": \"k\", \"queue\": \"mail\"}")
                .status())
        .isEqualTo(201);
  }

  @Test
  void a_worker_claims_and_reports_jobs_of_its_queues_only() {
    created(ADMIN, "{\"kind\": \"k\", \"queue\": \"bank\"}");
    String secret = token("w", Role.WORKER, "mail");
    String claim =
        "{\"worker_id\": \"w\", \"max\": 1, \"wants\": [{\"queue\": \"mail\"}, {\"queue\": \"bank\"}]}";
    assertThat(as(secret, "POST", "/api/v1/workers/exchange", claim).status()).isEqualTo(403);

    Answer lease = as(ADMIN, "POST", "/api/v1/workers/exchange", claim);
    String report =
        "{\"worker_id\": \"w\", \"reports\": [{\"job_id\": \"%s\", \"fence\": \"%s\", \"outcome\": \"completed\"}]}"
            .formatted(lease.at("/jobs/0/job_id"), lease.at("/jobs/0/fence"));
    assertThat(as(secret, "POST", "/api/v1/workers/exchange", report).status()).isEqualTo(403);
    String beat =
        "{\"worker_id\": \"w\", \"jobs\": [{\"job_id\": \"%s\", \"fence\": \"%s\", \"progress\": 5}]}"
            .formatted(lease.at("/jobs/0/job_id"), lease.at("/jobs/0/fence"));
    assertThat(as(secret, "POST", "/api/v1/workers/heartbeat", beat).status()).isEqualTo(403);
    assertThat(text("SELECT count(*) FROM rota.run")).isEqualTo("1");
    assertThat(as(ADMIN, "POST", "/api/v1/workers/exchange", report).at("/verdicts/0/verdict"))
        .isEqualTo("accepted");
  }

  @Test
  void whoever_is_limited_looks_at_what_belongs_to_its_queues_and_at_nothing_else() {
    String worker = token("w-token", Role.WORKER, "mail");
    String own = created(ADMIN, "{\"kind\": \"k\", \"queue\": \"mail\"}");
    String other = created(ADMIN, "{\"kind\": \"k\", \"queue\": \"bank\"}");
    String recurring =
        created(ADMIN, "{\"kind\": \"k\", \"queue\": \"bank\", \"interval_minutes\": 5}");
    String ownExecution = execution(worker, "mail");
    String otherExecution = execution(ADMIN, "bank");
    for (String secret : List.of(worker, token("p-token", Role.PRODUCER, "mail"))) {
      assertThat(ids(as(secret, "GET", "/api/v1/jobs", ""), "jobs")).containsExactly(own);
      assertThat(ids(as(secret, "GET", "/api/v1/jobs?queue=mail", ""), "jobs"))
          .containsExactly(own);
      assertThat(ids(as(secret, "GET", "/api/v1/executions", ""), "executions"))
          .containsExactly(ownExecution);
      assertThat(as(secret, "GET", "/api/v1/queues", "").json().get("queues")).hasSize(1);
      for (String path :
          List.of(
              "/api/v1/jobs/" + own,
              "/api/v1/jobs/" + own + "/executions",
              "/api/v1/jobs/" + own + "/stats",
              "/api/v1/executions/" + ownExecution,
              "/api/v1/queues/mail")) {
        assertThat(as(secret, "GET", path, "").status()).as(path).isEqualTo(200);
      }
      for (String path :
          List.of(
              "/api/v1/jobs?queue=bank",
              "/api/v1/jobs/" + other,
              "/api/v1/jobs/" + other + "/executions",
              "/api/v1/jobs/" + other + "/stats",
              "/api/v1/jobs/" + recurring + "/executions",
              "/api/v1/jobs/" + recurring + "/stats",
              "/api/v1/executions?queue=bank",
              "/api/v1/executions/" + otherExecution,
              "/api/v1/queues/bank")) {
        assertThat(as(secret, "GET", path, "").status()).as(path).isEqualTo(403);
      }
    }
    String both = token("both", Role.WORKER, "bank", "mail");
    assertThat(as(both, "GET", "/api/v1/jobs", "").at("/detail"))
        .isEqualTo("both is limited to the queues bank, mail: say which with the parameter queue");
    assertThat(ids(as(both, "GET", "/api/v1/executions?queue=bank", ""), "executions"))
        .containsExactly(otherExecution);
  }

  @Test
  void an_execution_tells_the_token_of_its_worker() {
    String worker = token("w-token", Role.WORKER, "mail");
    String job = created(ADMIN, "{\"kind\": \"k\", \"queue\": \"mail\"}");
    String execution = execution(worker, "mail");
    Answer running = as(ADMIN, "GET", "/api/v1/executions/" + execution, "");
    assertThat(running.at("/status")).isEqualTo("running");
    assertThat(running.at("/token")).isEqualTo("w-token");
    as(
        worker,
        "POST",
        "/api/v1/workers/exchange",
        "{\"worker_id\": \"w\", \"reports\": [{\"job_id\": \"%s\", \"fence\": \"%s\", \"outcome\": \"completed\"}]}"
            .formatted(job, execution));
    Answer executions = as(ADMIN, "GET", "/api/v1/jobs/" + job + "/executions", "");
    assertThat(executions.at("/executions/0/status")).isEqualTo("completed");
    assertThat(executions.at("/executions/0/worker")).isEqualTo("w");
    assertThat(executions.at("/executions/0/token")).isEqualTo("w-token");
    assertThat(
            as(ADMIN, "GET", "/api/v1/executions?status=completed", "").at("/executions/0/token"))
        .isEqualTo("w-token");
  }

  /** Claims the job of a queue and gives its execution. */
  private String execution(String secret, String queue) {
    return as(
            secret,
            "POST",
            "/api/v1/workers/exchange",
            "{\"worker_id\": \"w\", \"max\": 1, \"wants\": [{\"queue\": \"%s\"}]}".formatted(queue))
        .at("/jobs/0/fence");
  }

  private static List<String> ids(Answer answer, String list) {
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    List<String> ids = new ArrayList<>();
    answer.json().get(list).forEach(one -> ids.add(one.get("id").asString()));
    return ids;
  }

  @Test
  void a_worker_of_the_scrape_queue_has_the_whole_facade_but_for_what_operators_do() {
    String worker = token("w", Role.WORKER, "scrape");
    String producer = token("p", Role.PRODUCER, "scrape");
    String job =
        as(producer, "POST", "/api/scrape-jobs", "{\"domain\": \"a.example\"}").at("/data/id");
    assertThat(as(worker, "GET", "/api/scrape-jobs/next", "").at("/data/id")).isEqualTo(job);
    assertThat(as(producer, "POST", "/api/scrape-jobs/next", "").status()).isEqualTo(403);
    assertThat(as(worker, "POST", "/api/scrape-jobs/next", "").at("/data/id")).isEqualTo(job);
    Answer done = as(worker, "PUT", "/api/scrape-jobs/" + job, "{\"status\": \"completed\"}");
    assertThat(done.status()).as(done.text()).isEqualTo(200);
    assertThat(as(worker, "POST", "/api/scrape-jobs/" + job + "/retry", "").status())
        .isEqualTo(403);
    assertThat(as(worker, "GET", "/api/scrape-jobs", "").status()).isEqualTo(200);
    assertThat(as(worker, "GET", "/workers/status", "").status()).isEqualTo(403);
  }
}
