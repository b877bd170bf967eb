package dev.rota.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.tokens.Role;
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
          "/api/v1/jobs", "/api/v1/queues", "/api/v1/workers", "/metrics", "/api/scrape-jobs"
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
