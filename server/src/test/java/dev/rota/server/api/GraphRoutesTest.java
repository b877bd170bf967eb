package dev.rota.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * Jobs that wait for others, batches and templates over HTTP: what is taken and what is refused.
 */
class GraphRoutesTest extends ApiTest {
  private static final String GRAPHS = "/api/v1/graphs";

  @Test
  void a_graph_is_stored_as_a_whole_and_can_be_repeated() {
    String body =
        "{\"jobs\": [{\"name\": \"a\", \"kind\": \"k\", \"idempotency_key\": \"g-1\"}, {\"name\": \"b\", \"kind\": \"k\", \"depends_on\": [\"a\"]}]}";
    Answer made = post(GRAPHS, body);
    assertThat(made.status()).as(made.text()).isEqualTo(201);
    assertThat(made.at("/jobs/0/duplicate")).isEqualTo("false");
    String child = made.at("/jobs/1/id");
    Answer shown = get("/api/v1/jobs/" + child);
    assertThat(shown.at("/waiting_on")).isEqualTo("dependency");
    assertThat(shown.at("/parents/0/id")).isEqualTo(made.at("/jobs/0/id"));
    assertThat(shown.at("/parents/0/on_parent_failure")).isEqualTo("cancel");
    assertThat(get("/api/v1/jobs/" + made.at("/jobs/0/id")).at("/children/0/id")).isEqualTo(child);

    assertThat(post(GRAPHS, body).at("/jobs/0/duplicate")).isEqualTo("true");
  }

  @Test
  void a_job_waits_for_one_that_is_there() {
    String parent = create("{\"kind\": \"k\", \"queue\": \"nobody\"}");
    String child =
        create(
            "{\"kind\": \"k\", \"queue\": \"nobody\", \"depends_on\": [\"%s\"], \"on_parent_failure\": \"fail\"}"
                .formatted(parent));
    assertThat(get("/api/v1/jobs/" + child + "/explain").at("/blockers/0/code"))
        .isEqualTo("dependency");
    assertThat(get("/api/v1/jobs?queue=nobody&status=pending").text()).contains(child);
    assertThat(post("/api/v1/jobs/" + child + "/pause", "").at("/status")).isEqualTo("paused");
    assertThat(post("/api/v1/jobs/" + child + "/resume", "").at("/waiting_on"))
        .isEqualTo("dependency");
  }

  @Test
  void what_is_wrong_is_told_with_its_place() {
    refused(GRAPHS, "{}", "jobs", "must be given");
    refused(GRAPHS, "{\"jobs\": [{\"kind\": \"k\"}]}", "jobs[0].name", "must be given");
    refused(
        GRAPHS,
        "{\"jobs\": [{\"name\": \"a\", \"kind\": \"\"}]}",
        "jobs[0].kind",
        "must not be empty");
    refused(
        GRAPHS,
        "{\"jobs\": [{\"name\": \"a\", \"kind\": \"k\", \"kinds\": 1}]}",
        "jobs[0].kinds",
        "is not known");
    refused(
        GRAPHS,
        "{\"jobs\": [{\"name\": \"a\", \"kind\": \"k\", \"depends_on\": [\"x\"]}]}",
        "jobs[0].depends_on[0]",
        "must be the id of job");
    refused(
        GRAPHS,
        "{\"jobs\": [{\"name\": \"a\", \"kind\": \"k\", \"depends_on\": [\"a\"]}]}",
        "jobs[0].depends_on",
        "must not lead back");
    refused(
        "/api/v1/jobs",
        "{\"kind\": \"k\", \"on_parent_failure\": \"wait\"}",
        "on_parent_failure",
        "must be one of");
    refused(
        "/api/v1/jobs",
        "{\"kind\": \"k\", \"interval_minutes\": 60, \"depends_on\": [\"1\"]}",
        "depends_on",
        "is for jobs that run once");
    refused("/api/v1/batches", "{\"jobs\": [{\"kind\": \"k\"}]}", "name", "must not be empty");
    refused(
        "/api/v1/batches",
        "{\"name\": \"b\", \"on_complete\": {\"kind\": \"\"}}",
        "on_complete.kind",
        "must not be empty");
    assertThat(get("/api/v1/batches/17").status()).isEqualTo(404);
    assertThat(post("/api/v1/batches/17/cancel", "").status()).isEqualTo(404);
    assertThat(post("/api/v1/batches/17/jobs", "{\"jobs\": []}").status()).isEqualTo(404);
  }

  @Test
  void templates_are_put_used_and_forgotten() {
    Answer put =
        put(
            "/api/v1/templates/t",
            "{\"kind\": \"k\", \"priority\": 7, \"payload\": {\"n\": \"{{n}}\", \"text\": \"n is {{n}}\"}, \"schema\": {\"properties\": {\"n\": {\"type\": \"integer\"}}}}");
    assertThat(put.status()).as(put.text()).isEqualTo(200);
    String id = create("{\"template\": \"t\", \"parameters\": {\"n\": 5}, \"queue\": \"q\"}");
    Answer job = get("/api/v1/jobs/" + id);
    assertThat(job.text()).contains("{\"n\":5,\"text\":\"n is 5\"}");
    assertThat(job.at("/priority")).isEqualTo("7");
    assertThat(job.at("/queue")).isEqualTo("q");
    Answer graph =
        post(
            GRAPHS,
            "{\"jobs\": [{\"name\": \"a\", \"template\": \"t\", \"parameters\": {\"n\": 1}}]}");
    assertThat(graph.status()).as(graph.text()).isEqualTo(201);
    refused(
        GRAPHS,
        "{\"jobs\": [{\"name\": \"a\", \"template\": \"t\", \"parameters\": {\"n\": \"x\"}}]}",
        "jobs[0].payload.n",
        "must fit the schema");
    refused("/api/v1/jobs", "{\"kind\": \"k\", \"parameters\": {}}", "parameters", "goes with");
    Answer wrong = put("/api/v1/templates/u", "{\"kind\": \"k\", \"schema\": {\"type\": \"no\"}}");
    assertThat(wrong.at("/field")).startsWith("schema");
    wrong = put("/api/v1/templates/u", "{\"schema\": {\"$ref\": \"http://example.com/s\"}}");
    assertThat(wrong.at("/field")).isEqualTo("schema.$ref");
    wrong = put("/api/v1/templates/u", "{\"colour\": 1}");
    assertThat(wrong.at("/field")).isEqualTo("colour");
    wrong = put("/api/v1/templates/u", "{\"priority\": 500}");
    assertThat(wrong.at("/field")).isEqualTo("priority");

    assertThat(get("/api/v1/templates").at("/templates/0/name")).isEqualTo("t");
    assertThat(send("DELETE", "/api/v1/templates/t", "").status()).isEqualTo(204);
    assertThat(get("/api/v1/templates/t").status()).isEqualTo(404);
  }

  private void refused(String path, String body, String field, String rule) {
    Answer answer = post(path, body);
    assertThat(answer.status()).as(body + " " + answer.text()).isIn(400, 422);
    assertThat(answer.at("/field")).as(body).isEqualTo(field);
    assertThat(answer.text()).contains(rule);
  }
}
