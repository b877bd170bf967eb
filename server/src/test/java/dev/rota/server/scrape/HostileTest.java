package dev.rota.server.scrape;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that nobody in their right mind sends: each is refused in the known shape. */
class HostileTest extends ScrapeTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {}                                                                 | domain
          {"domain": ""}                                                     | domain
          {"domain": 5}                                                      | domain
          {"domain": "a\\u0000b"}                                            | domain
          {"domain": "a", "priority": 0}                                     | priority
          {"domain": "a", "priority": 11}                                    | priority
          {"domain": "a", "priority": 5.5}                                   | priority
          {"domain": "a", "priority": "high"}                                | priority
          {"domain": "a", "max_retries": -1}                                 | max_retries
          {"domain": "a", "config": []}                                      | config
          {"domain": "a", "config": "x"}                                     | config
          {"domain": "a", "config": {"requiredCapabilities": "pdf"}}         | config.requiredCapabilities
          {"domain": "a", "config": {"requiredCapabilities": [5]}}           | config.requiredCapabilities
          {"domain": "a", "metadata": 7}                                     | metadata
          {"domain": "a", "scheduled_at": "soon"}                            | scheduled_at
          {"domain": "a", "job_type": " "}                                   | job_type
          {"domain": "a", "priorty": 5}                                      | priorty
          {"domain": "a", "domain": "b"}                                     | body
          {"domain": "a"                                                     | body
          [1]                                                                | body
          null                                                               | body
          "x"                                                                | body
          """)
  void a_wrong_job_is_refused_with_the_field(String body, String field) {
    assertRefused(post(JOBS, body), 400, field);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"status\": \"done\"}",
        "{\"status\": 1}",
        "{\"stats\": []}",
        "{\"stats\": 5}",
        "{\"metadata\": \"x\"}",
        "{\"started_at\": \"yesterday\"}",
        "{\"worker_id\": \"\"}",
        "{\"priority\": 100}",
        "{\"progress\": 5}",
        "{\"stats\": {\"a\": \"\\u0000\"}}",
        "{\"status\":"
      })
  void a_wrong_update_is_refused_and_changes_nothing(String body) {
    String id = create();
    claim("w");
    Answer before = get(JOBS + "/" + id);
    assertRefused(update(id, body), 400, "");
    assertThat(get(JOBS + "/" + id).text()).isEqualTo(before.text());
  }

  @Test
  void a_wrong_claim_is_refused_and_takes_nothing() {
    String id = create();
    assertRefused(post(NEXT, "{\"worker_id\": \"\"}"), 400, "worker_id");
    assertRefused(post(NEXT, "", "X-Worker-ID", "x".repeat(201)), 400, "worker_id");
    assertRefused(post(NEXT, "{\"capabilities\": \"pdf\"}"), 400, "capabilities");
    assertRefused(post(NEXT, "{\"capabilities\": [null]}"), 400, "capabilities");
    assertRefused(post(NEXT, "nonsense"), 400, "body");
    assertThat(status(id)).isEqualTo("pending");
  }

  @Test
  void numbers_beyond_all_measure_do_no_harm() {
    String id = create();
    claim("w");
    Answer answer =
        update(
            id,
            "{\"stats\": {\"progress\": 1e999999999, \"small\": 1e-999999999, \"big\": 99999999999999999999, \"minus\": -5}}");
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    assertThat(update(id, "{\"status\": \"completed\"}").status()).isEqualTo(200);
  }

  @Test
  void deep_and_huge_bodies_are_refused() {
    String deep = "[".repeat(5000) + "]".repeat(5000);
    assertRefused(post(JOBS, "{\"domain\": \"a\", \"config\": {\"x\": " + deep + "}}"), 400, "");
    String huge = "{\"domain\": \"a\", \"config\": {\"x\": \"" + "y".repeat(3 << 20) + "\"}}";
    assertRefused(post(JOBS, huge), 413, "at most");
    String large = "{\"domain\": \"a\", \"config\": {\"x\": \"" + "y".repeat(3 << 19) + "\"}}";
    assertRefused(post(JOBS, large), 400, "payload");
    assertThat(get(JOBS).at("/total")).isEqualTo("0");
  }

  @Test
  void text_that_is_not_utf_8_is_refused() {
    byte[] body = "{\"domain\": \"\u00e9\"}".getBytes(StandardCharsets.ISO_8859_1);
    assertRefused(send("POST", JOBS, BodyPublishers.ofByteArray(body)), 400, "UTF-8");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/nonsense",
        "/-1",
        "/99999999999999999999999",
        "/123e4567-e89b-12d3-a456-426614174000",
        "/%00",
        "/1/nonsense",
        "/next/next",
        "/..%2f..%2fetc"
      })
  void odd_paths_are_refused(String path) {
    Answer answer = get(JOBS + path);
    assertThat(answer.status()).as(answer.text()).isIn(400, 404);
    assertThat(answer.text()).doesNotContain("Exception");
  }

  @Test
  void a_job_that_does_not_exist_is_not_found() {
    assertRefused(get(JOBS + "/12345"), 404, "there is no job");
    assertRefused(update("12345", "{\"status\": \"running\"}"), 404, "there is no job");
    assertRefused(post(JOBS + "/12345/claim", ""), 404, "there is no job");
    assertRefused(post(JOBS + "/12345/retry", ""), 404, "there is no job");
  }

  @ParameterizedTest
  @ValueSource(strings = {"DELETE", "OPTIONS", "TRACE", "BREW"})
  void odd_methods_are_refused(String method) {
    assertThat(send(method, JOBS, "").status()).isBetween(400, 499);
    assertThat(send(method, JOBS + "/1", "").status()).isBetween(400, 499);
    assertThat(send(method, NEXT, "").status()).isBetween(400, 499);
  }

  private static void assertRefused(Answer answer, int status, String word) {
    assertThat(answer.status()).as(answer.text()).isEqualTo(status);
    assertThat(answer.json().get("success").asBoolean()).isFalse();
    assertThat(answer.at("/error")).isNotEmpty();
    assertThat(answer.at("/details")).as(answer.text()).contains(word);
  }
}
