package dev.rota.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Requests that nobody in their right mind sends: each is refused and changes nothing. */
class HostileTest extends AdminTest {

  private static final String WRONG =
      """
      POST | /jobs                  | {}                                             | subreddit_id
      POST | /jobs                  | {"subreddit_id": 99}                           | subreddit_id
      POST | /jobs                  | {"subreddit_id": 1                             | body
      POST | /jobs                  | {"subreddit_id": 1.5}                          | subreddit_id
      POST | /jobs                  | {"subreddit_id": 99999999999999999999}         | body
      POST | /jobs                  | {"subreddit_id": 1, "priority": 101}           | priority
      POST | /jobs                  | {"subreddit_id": 1, "priority": -1}            | priority
      POST | /jobs                  | {"subreddit_id": 1, "max_retries": 1001}       | max_retries
      POST | /jobs                  | {"subreddit_id": 1, "prio": 5}                 | prio
      POST | /jobs                  | {"subreddit_id": 1, "subreddit_id": 1}         | body
      POST | /jobs                  | [1]                                            | body
      GET  | /jobs?status=running   |                                                | status
      GET  | /jobs?limit=0          |                                                | limit
      GET  | /jobs?limit=1001       |                                                | limit
      GET  | /jobs?limit=x          |                                                | limit
      GET  | /jobs?offset=-1        |                                                | offset
      GET  | /jobs?offset=2147483647 |                                               | offset
      GET  | /jobs?stat=queued      |                                                | stat
      GET  | /jobs/x                |                                                | id
      GET  | /jobs/-1               |                                                | id
      GET  | /jobs/99999999999999999999 |                                            | id
      PUT  | /jobs/bulk/status      | {"status": "queued"}                           | job_ids
      PUT  | /jobs/bulk/status      | {"job_ids": [], "status": "queued"}            | job_ids
      PUT  | /jobs/bulk/status      | {"job_ids": [null], "status": "queued"}        | job_ids[0]
      PUT  | /jobs/bulk/status      | {"job_ids": ["x"], "status": "queued"}         | job_ids[0]
      PUT  | /jobs/bulk/status      | {"job_ids": [1], "status": "done"}             | status
      PUT  | /jobs/bulk/status      | {"job_ids": [1]}                               | status
      POST | /jobs/bulk/retry       | {}                                             | job_ids
      POST | /jobs/bulk/retry       | {"job_ids": 5}                                 | job_ids
      POST | /scheduled-jobs        | {"subreddit_id": 1, "cron_expression": "@daily"}             | name
      POST | /scheduled-jobs        | {"name": "s", "cron_expression": "@daily"}                   | subreddit_id
      POST | /scheduled-jobs        | {"name": "s", "subreddit_id": 99, "cron_expression": "@daily"} | subreddit_id
      POST | /scheduled-jobs        | {"name": "s", "subreddit_id": 1}                             | cron_expression
      POST | /scheduled-jobs        | {"name": "s", "subreddit_id": 1, "cron_expression": "@fortnightly"} | cron_expression
      POST | /scheduled-jobs        | {"name": "s", "subreddit_id": 1, "cron_expression": "@every 1y"}    | cron_expression
      POST | /scheduled-jobs        | {"name": "s", "subreddit_id": 1, "cron_expression": "@every 1ns"}   | cron_expression
      POST | /scheduled-jobs        | {"name": "s", "subreddit_id": 1, "cron_expression": "0 0 31 2 *"}   | cron_expression
      POST | /scheduled-jobs        | {"name": "s", "subreddit_id": 1, "cron_expression": "@daily", "priority": 500} | priority
      POST | /scheduled-jobs        | {"name": "s", "subreddit_id": 1, "cron_expression": "@daily", "enabled": "yes"} | enabled
      """;

  @Test
  void a_wrong_request_is_refused_with_the_field() {
    subreddit("java");
    for (String line : WRONG.strip().split("\n")) {
      String[] parts = line.split("\\|");
      Answer answer = send(parts[0].strip(), "/api/admin" + parts[1].strip(), parts[2].strip());
      assertThat(answer.status()).as(line + answer.text()).isEqualTo(400);
      assertThat(answer.type()).isEqualTo("application/problem+json");
      assertThat(answer.at("/field")).as(line).isEqualTo(parts[3].strip());
    }
    assertThat(get(JOBS).at("/total")).isEqualTo("0");
    assertThat(get(SCHEDULED).at("/total")).isEqualTo("0");
  }

  @Test
  void what_is_valid_is_named() {
    subreddit("java");
    assertThat(post(JOBS, "{\"subreddit_id\": 99}").at("/rule")).contains("1 (java)");
    assertThat(get(JOBS + "?status=done").at("/rule"))
        .isEqualTo("must be one of queued, crawling, success, failed");
    assertThat(
            post(
                    SCHEDULED,
                    "{\"name\": \"s\", \"subreddit_id\": 1, \"cron_expression\": \"@fortnightly\"}")
                .at("/rule"))
        .contains("@daily")
        .contains("@every");
  }

  @Test
  void a_wrong_status_changes_nothing() {
    String job = enqueue("a");
    String before = get(job).text();
    for (String body :
        List.of("{\"status\": \"done\"}", "{}", "{\"status\": 1}", "{\"status\":", "[]")) {
      assertThat(put(job + "/status", body).status()).as(body).isEqualTo(400);
    }
    assertThat(put(job + "/priority", "{}").status()).isEqualTo(400);
    assertThat(post(job + "/boost", "{\"boost\": 0}").status()).isEqualTo(400);
    assertThat(post(job + "/boost", "{}").status()).isEqualTo(400);
    assertThat(get(job).text()).isEqualTo(before);
  }

  @Test
  void a_wrong_change_of_a_scheduled_job_changes_nothing() {
    subreddit("a");
    String daily = "{\"name\": \"%s\", \"subreddit_id\": 1, \"cron_expression\": \"@daily\"}";
    String one = SCHEDULED + "/" + post(SCHEDULED, daily.formatted("one")).at("/id");
    post(SCHEDULED, daily.formatted("two"));
    String before = get(one).text();
    assertThat(put(one, "{\"name\": \"x\", \"cron_expression\": \"0 0 31 2 *\"}").status())
        .isEqualTo(400);
    assertThat(put(one, "{\"name\": \"two\"}").status()).isEqualTo(409);
    assertThat(put(one, "{\"subreddit_id\": 7}").status()).isEqualTo(400);
    assertThat(post(one + "/toggle", "{}").status()).isEqualTo(400);
    assertThat(post(SCHEDULED, daily.formatted("one")).at("/code")).isEqualTo("already-exists");
    assertThat(get(one).text()).isEqualTo(before);
  }

  @Test
  void what_is_not_this_facades_is_not_found() {
    String id = post("/api/v1/jobs", "{\"kind\": \"crawl\"}").at("/id");
    long number = UUID.fromString(id).getLeastSignificantBits() & Long.MAX_VALUE;
    assertThat(get(JOBS + "/" + number).status()).isEqualTo(404);
    assertThat(status(JOBS + "/1", "queued").status()).isEqualTo(404);
    assertThat(post(JOBS + "/1/retry", "").status()).isEqualTo(404);
    assertThat(get(SCHEDULED + "/1").status()).isEqualTo(404);
    assertThat(send("DELETE", SCHEDULED + "/1", "").status()).isEqualTo(404);
    assertThat(get("/api/admin/nonsense").status()).isEqualTo(404);
  }

  @Test
  void deep_huge_and_broken_bodies_are_refused() {
    String deep = "[".repeat(5000) + "]".repeat(5000);
    assertThat(post(JOBS, "{\"subreddit_id\": " + deep + "}").status()).isEqualTo(400);
    assertThat(post(JOBS, "{\"x\": \"" + "y".repeat(3 << 20) + "\"}").status()).isEqualTo(413);
    byte[] latin = "{\"subreddit_id\": \"\u00e9\"}".getBytes(StandardCharsets.ISO_8859_1);
    assertThat(send("POST", JOBS, BodyPublishers.ofByteArray(latin)).status()).isEqualTo(400);
  }

  @Test
  void odd_methods_are_refused() {
    for (String method : List.of("DELETE", "PATCH", "OPTIONS", "TRACE", "BREW")) {
      assertThat(send(method, JOBS, "").status()).as(method).isBetween(400, 499);
      assertThat(send(method, JOBS + "/1/status", "").status()).as(method).isBetween(400, 499);
    }
  }
}
