package dev.rota.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class JobRoutesTest extends ApiTest {

  @Test
  void a_job_is_created_and_found_with_everything_that_was_said_of_it() {
    Answer created =
        post(
            "/api/v1/jobs",
            """
            {"kind": "greet", "payload": {"name": "Ada", "n": 1.00000000000000000001}, "queue": "mail", "priority": 7,
             "max_retries": 2, "retry": {"base_seconds": 1.5}, "concurrency_key": "ada", "requires": ["b", "a"],
             "timeout_seconds": 30, "tags": ["x"], "metadata": {"a": 1}, "delay_seconds": 3600}
            """,
            "X-Rota-Actor",
            "ada");
    assertThat(created.status()).isEqualTo(201);
    assertThat(created.at("/duplicate")).isEqualTo("false");

    Answer found = get("/api/v1/jobs/" + created.at("/id"));
    assertThat(found.text())
        .contains("\"payload\":{\"name\": \"Ada\", \"n\": 1.00000000000000000001}");
    JsonNode job = found.json();
    assertThat(job.get("status").asString()).isEqualTo("scheduled");
    assertThat(job.get("queue").asString()).isEqualTo("mail");
    assertThat(job.get("priority").asInt()).isEqualTo(7);
    assertThat(job.get("max_retries").asInt()).isEqualTo(2);
    assertThat(job.get("requires").toString()).isEqualTo("[\"a\",\"b\"]");
    assertThat(job.get("timeout_seconds").asDouble()).isEqualTo(30);
    assertThat(job.get("created_by").asString()).isEqualTo("ada");
    assertThat(job.get("next_run_at").asString()).endsWith("Z");
  }

  @Test
  void jobs_are_found_by_states_target_time_and_text_and_counted() {
    String first =
        create("{\"kind\": \"k\", \"queue\": \"sieve\", \"payload\": {\"name\": \"Ada\"}}");
    String second =
        create("{\"kind\": \"k\", \"queue\": \"sieve\", \"tags\": [\"target:r/java\"]}");
    post("/api/v1/jobs/" + first + "/cancel", "");
    assertThat(listed("/api/v1/jobs?queue=sieve&status=pending,cancelled"))
        .containsExactly(second, first);
    assertThat(listed("/api/v1/jobs?queue=sieve&status=cancelled&status=failed"))
        .containsExactly(first);
    assertThat(listed("/api/v1/jobs?queue=sieve&text=ada")).containsExactly(first);
    assertThat(listed("/api/v1/jobs?queue=sieve&target=r/java")).containsExactly(second);
    assertThat(listed("/api/v1/jobs?queue=sieve&ended_from=2020-01-01T00:00:00Z"))
        .containsExactly(first);
    assertThat(listed("/api/v1/jobs?queue=sieve&created_to=2020-01-01T00:00:00Z")).isEmpty();
    assertThat(get("/api/v1/jobs?queue=sieve&text=ada").at("/partial")).isEqualTo("false");
    assertThat(get("/api/v1/jobs/count?queue=sieve").text())
        .isEqualTo("{\"count\":2,\"more\":false}");
    assertThat(get("/api/v1/jobs/count?queue=sieve&text=nowhere").at("/count")).isEqualTo("0");
    Answer refused = get("/api/v1/jobs?status=pending,lost");
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.text()).contains("status", "lost", "must be one of pending");
  }

  @Test
  void the_same_unique_key_is_answered_with_the_job_that_is_there() {
    String body = "{\"kind\": \"k\", \"unique\": {\"key\": \"one\"}}";
    String id = create(body);
    Answer again = post("/api/v1/jobs", body);
    assertThat(again.status()).isEqualTo(200);
    assertThat(again.at("/id")).isEqualTo(id);
    assertThat(again.at("/duplicate")).isEqualTo("true");
  }

  @Test
  void an_idempotency_key_may_come_as_a_header_and_goes_with_one_request() {
    Answer first = post("/api/v1/jobs", "{\"kind\": \"k\"}", "Idempotency-Key", "abc");
    assertThat(post("/api/v1/jobs", "{\"kind\": \"k\"}", "Idempotency-Key", "abc").at("/id"))
        .isEqualTo(first.at("/id"));
    Answer other = post("/api/v1/jobs", "{\"kind\": \"other\"}", "Idempotency-Key", "abc");
    assertThat(other.status()).isEqualTo(409);
    assertThat(other.at("/code")).isEqualTo("idempotency-conflict");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {}                                        | kind
          {"kind": "k", "priority": 101}            | priority
          {"kind": "k", "priority": "high"}         | priority
          {"kind": "k", "priority": 1.5}            | priority
          {"kind": "k", "prioritty": 1}             | prioritty
          {"kind": "k", "kind": "k"}                | body
          {"kind": "k", "retry": {"factor": 0}}     | retry.factor
          {"kind": "k", "metadata": []}             | metadata
          {"kind": "k", "run_at": "tomorrow"}       | run_at
          {"kind": "k", "unique": {"scope": "ever", "key": "a"}} | unique.scope
          {"kind": 5}                               | kind
          {"kind": "k", "tags": ["a", null]}        | tags[1]
          {"kind": "k", "requires": [null]}         | requires[0]
          {"kind": "k"                              | body
          [1]                                       | body
          null                                      | body
          """)
  void a_wrong_body_is_refused_with_the_field_and_the_rule(String body, String field) {
    Answer answer = post("/api/v1/jobs", body);
    assertThat(answer.status()).as(answer.text()).isEqualTo(400);
    assertThat(answer.type()).startsWith("application/problem+json");
    assertThat(answer.at("/code")).isEqualTo("invalid-input");
    assertThat(answer.at("/field")).as(answer.text()).isEqualTo(field);
    assertThat(answer.at("/rule")).isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"kind": "k", "priority": "high"}   | priority "high": must be a whole number
          {"kind": "k", "priority": 99999999999} | priority
          {"kind": "k", "priority": "5"}      | priority "5": must be a whole number
          {"kind": "k", "priority": ""}       | priority "": must be a whole number
          {"kind": "k", "priority": true}     | priority "true": must be a whole number
          {"kind": "k", "delay_seconds": "5"} | delay_seconds "5": must be a number
          {"kind": "k", "retry": {"jitter": "0.5"}} | retry.jitter "0.5": must be a number
          {"kind": "k", "interval_minutes": 5, "schedule_enabled": "true"} | schedule_enabled "true": must be true or false
          {"kind": "k", "interval_minutes": 5, "schedule_enabled": 1} | schedule_enabled "1": must be true or false
          {"kind": "k", "delay_seconds": "x"} | delay_seconds "x": must be a number
          {"kind": "k", "run_at": "tomorrow"} | run_at "tomorrow": must be an instant, as in
          {"kind": "k", "tags": "one"}        | must be a list
          {"kind": 5}                         | kind "5": must be a text
          {"kind": "k", "retry": 5}           | must be a JSON object
          """)
  void a_value_of_the_wrong_kind_is_refused_in_the_words_of_json(String body, String told) {
    Answer answer = post("/api/v1/jobs", body);
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.at("/detail")).contains(told).doesNotContain("java").doesNotContain("record");
  }

  @Test
  void a_deep_body_is_refused() {
    Answer answer =
        post(
            "/api/v1/jobs",
            "{\"kind\":\"k\",\"payload\":" + "[".repeat(5000) + "]".repeat(5000) + "}");
    assertThat(answer.status()).isEqualTo(400);
  }

  @Test
  void jobs_are_listed_newest_first_in_pages_by_every_filter() {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      ids.add(0, create("{\"kind\": \"a\", \"tags\": [\"t" + i % 2 + "\"]}"));
    }
    String other = create("{\"kind\": \"b\", \"queue\": \"q\", \"delay_seconds\": 60}");

    assertThat(listed("/api/v1/jobs?kind=a&limit=3")).containsExactlyElementsOf(ids.subList(0, 3));
    String next = get("/api/v1/jobs?kind=a&limit=3").at("/next_cursor");
    assertThat(listed("/api/v1/jobs?kind=a&limit=3&cursor=" + next))
        .containsExactlyElementsOf(ids.subList(3, 5));
    assertThat(listed("/api/v1/jobs?queue=q")).containsExactly(other);
    assertThat(listed("/api/v1/jobs?status=scheduled")).containsExactly(other);
    assertThat(listed("/api/v1/jobs?status=pending&tag=t1"))
        .containsExactly(ids.get(1), ids.get(3));
    assertThat(listed("/api/v1/jobs?status=completed")).isEmpty();

    post("/api/v1/jobs/" + other + "/cancel", "");
    assertThat(listed("/api/v1/jobs?status=cancelled")).containsExactly(other);
    assertThat(get("/api/v1/jobs?state=pending").at("/field")).isEqualTo("state");
    assertThat(get("/api/v1/jobs?status=queued").at("/rule")).contains("pending, scheduled");
  }

  @Test
  void a_job_is_held_let_go_raised_cancelled_and_tried_again() {
    String id = create("{\"kind\": \"k\", \"delay_seconds\": 60}");
    String path = "/api/v1/jobs/" + id;
    assertThat(post(path + "/pause", "").at("/status")).isEqualTo("paused");
    assertThat(get(path).at("/is_paused")).isEqualTo("true");
    assertThat(post(path + "/resume", "").at("/status")).isEqualTo("scheduled");
    assertThat(put(path + "/priority", "{\"priority\": 50}").at("/priority")).isEqualTo("50");
    assertThat(put(path + "/priority", "{}").status()).isEqualTo(400);
    assertThat(post(path + "/boost", "{\"boost\": 20}").at("/priority")).isEqualTo("70");
    assertThat(post(path + "/cancel", "").at("/status")).isEqualTo("cancelled");
    Answer refused = post(path + "/pause", "");
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.at("/detail")).contains("cancelled").contains("paused");
    assertThat(post(path + "/retry", "").at("/status")).isEqualTo("pending");
  }

  @Test
  void what_is_not_there_is_not_found() {
    assertThat(get("/api/v1/jobs/12345").status()).isEqualTo(404);
    assertThat(get("/api/v1/jobs/nonsense").status()).isEqualTo(400);
    assertThat(get("/api/v1/executions/12345").status()).isEqualTo(404);
    assertThat(get("/api/v1/queues/none").status()).isEqualTo(404);
    Answer nowhere = get("/api/v1/nothing");
    assertThat(nowhere.status()).isEqualTo(404);
    assertThat(nowhere.type()).startsWith("application/problem+json");
  }

  @Test
  void a_stream_of_lines_is_stored_as_a_whole_or_not_at_all() {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 2500; i++) {
      lines.append("{\"kind\": \"bulk\", \"payload\": {\"i\": ").append(i).append("}}\n");
    }
    Answer stored = post("/api/v1/jobs/bulk", lines.toString());
    assertThat(stored.status()).isEqualTo(201);
    assertThat(stored.text()).isEqualTo("{\"received\":2500,\"enqueued\":2500}");

    Answer refused = post("/api/v1/jobs/bulk", lines + "{\"kind\": \"bulk\", \"priority\": -1}\n");
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.at("/field")).contains("line 2501").endsWith("priority");
    assertThat(engine.queues().depths())
        .singleElement()
        .satisfies(d -> assertThat(d.jobs()).isEqualTo(2500));
  }

  private List<String> listed(String path) {
    Answer answer = get(path);
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    List<String> ids = new ArrayList<>();
    answer.json().get("jobs").forEach(job -> ids.add(job.get("id").asString()));
    return ids;
  }

  @Test
  void a_request_without_a_body_is_an_empty_one() {
    String id = create("{\"kind\": \"k\"}");
    HttpRequest.BodyPublisher none = HttpRequest.BodyPublishers.noBody();
    assertThat(send("POST", "/api/v1/jobs/" + id + "/boost", none).at("/priority")).isEqualTo("10");
    assertThat(send("PUT", "/api/v1/jobs/" + id + "/priority", none).at("/field"))
        .isEqualTo("priority");
    assertThat(send("POST", "/api/v1/jobs", none).at("/field")).isEqualTo("kind");
  }
}
