package dev.rota.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.testkit.Eventually;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class TargetRoutesTest extends ApiTest {
  private static final String TARGETS = "/api/v1/targets";
  private static final String SOURCE = "/api/v1/target-sources/list";
  private static final String PLAN = "/api/v1/plans/crawl";

  @Test
  void a_target_is_made_found_changed_and_forgotten() {
    Answer made =
        post(
            TARGETS,
            "{\"kind\": \"subreddit\", \"name\": \"java\", \"url\": \"https://r.example/java\"}");
    assertThat(made.status()).as(made.text()).isEqualTo(201);
    assertThat(made.json().get("id").isInt()).isTrue();
    assertThat(made.at("/external_id")).isEqualTo("java");
    String one = made.headers().firstValue("location").orElseThrow();
    assertThat(get(one).text()).isEqualTo(made.text());

    Answer changed = put(one, "{\"name\": \"Java\", \"metadata\": {\"n\": 1}}");
    assertThat(changed.at("/name")).isEqualTo("Java");
    assertThat(changed.at("/url")).isEqualTo("https://r.example/java");
    assertThat(put(one, "{\"kind\": \"domain\"}").at("/field")).isEqualTo("kind");
    assertThat(post(one + "/deactivate", "").at("/active")).isEqualTo("false");
    assertThat(post(one + "/activate", "").at("/active")).isEqualTo("true");
    assertThat(post(one + "/disapprove", "").at("/approved")).isEqualTo("false");
    assertThat(post(one + "/approve", "").at("/approved")).isEqualTo("true");
    assertThat(send("DELETE", one, "").status()).isEqualTo(204);
    assertThat(get(one).status()).isEqualTo(404);
    assertThat(post(one + "/approve", "").at("/code")).isEqualTo("not-found");
  }

  @Test
  void targets_are_listed_page_by_page() {
    for (String name : new String[] {"a", "b", "c"}) {
      post(TARGETS, "{\"kind\": \"subreddit\", \"name\": \"" + name + "\"}");
    }
    post(TARGETS, "{\"kind\": \"domain\", \"name\": \"a\", \"active\": false}");
    Answer first = get(TARGETS + "?kind=subreddit&limit=2");
    assertThat(first.json().get("targets")).hasSize(2);
    Answer second = get(TARGETS + "?kind=subreddit&limit=2&cursor=" + first.at("/next_cursor"));
    assertThat(second.at("/targets/0/name")).isEqualTo("c");
    assertThat(second.json().get("next_cursor").isNull()).isTrue();
    assertThat(get(TARGETS + "?active=false").at("/targets/0/kind")).isEqualTo("domain");
    assertThat(get(TARGETS + "?active=maybe").at("/field")).isEqualTo("active");
    assertThat(get(TARGETS + "?limit=0").at("/field")).isEqualTo("limit");
  }

  @Test
  void a_wrong_target_is_refused() {
    assertThat(post(TARGETS, "{\"kind\": \"subreddit\"}").at("/field")).isEqualTo("name");
    assertThat(post(TARGETS, "{\"name\": \"a\"}").at("/field")).isEqualTo("target_kind");
    assertThat(post(TARGETS, "{\"kind\": \"k\", \"name\": 5}").at("/field")).isEqualTo("name");
    assertThat(post(TARGETS, "{\"kind\": \"k\", \"name\": \"n\", \"metadata\": []}").at("/field"))
        .isEqualTo("metadata");
    post(TARGETS, "{\"kind\": \"k\", \"name\": \"n\"}");
    Answer again = post(TARGETS, "{\"kind\": \"k\", \"name\": \"n\"}");
    assertThat(again.status()).isEqualTo(409);
    assertThat(again.at("/code")).isEqualTo("already-exists");
    assertThat(get(TARGETS + "/x").at("/field")).isEqualTo("id");
    assertThat(get(TARGETS + "/99999999999999999999").at("/field")).isEqualTo("id");
    assertThat(get(TARGETS + "/99").status()).isEqualTo(404);
  }

  @Test
  void a_source_lists_targets_when_it_is_told_to() {
    Answer made =
        put(
            SOURCE,
            """
            {"target_kind": "subreddit", "sort": "sql", "location": "SELECT 'java' AS external_id"}
            """);
    assertThat(made.status()).as(made.text()).isEqualTo(200);
    assertThat(made.at("/every_seconds")).isEqualTo("600.0");
    assertThat(post(SOURCE + "/sync", "").at("/targets")).isEqualTo("1");
    assertThat(get(TARGETS + "?source=list").at("/targets/0/name")).isEqualTo("java");
    assertThat(get("/api/v1/target-sources").at("/sources/0/name")).isEqualTo("list");
    put(
        SOURCE,
        "{\"target_kind\": \"subreddit\", \"sort\": \"file\", \"location\": \"/nowhere\", \"enabled\": false}");
    assertThat(post(SOURCE + "/sync", "").at("/error")).contains("/nowhere");
    assertThat(put(SOURCE, "{\"target_kind\": \"s\", \"sort\": \"ftp\"}").at("/field"))
        .isEqualTo("sort");
    assertThat(
            put(SOURCE, "{\"target_kind\": \"s\", \"sort\": \"http\", \"location\": \"x\"}")
                .at("/field"))
        .isEqualTo("location");
    assertThat(send("DELETE", SOURCE, "").status()).isEqualTo(204);
    assertThat(send("DELETE", SOURCE, "").status()).isEqualTo(404);
    assertThat(get(SOURCE).status()).isEqualTo(404);
    assertThat(post(SOURCE + "/sync", "").status()).isEqualTo(404);
  }

  @Test
  void a_plan_gives_every_target_a_schedule() throws Exception {
    post(TARGETS, "{\"kind\": \"subreddit\", \"name\": \"java\"}");
    Answer made =
        put(
            PLAN,
            """
            {"target_kind": "subreddit", "kind": "crawl", "queue": "crawl", "per_hour": 4, "timeout_seconds": 60,
             "payload": {"subreddit": "{target}", "n": 1.0}, "stale_after_seconds": 2592000, "catchup_max": 2}
            """);
    assertThat(made.status()).as(made.text()).isEqualTo(200);
    assertThat(made.at("/trigger")).isEqualTo("@every 15m");
    assertThat(made.text()).contains("\"payload\":{\"subreddit\": \"{target}\", \"n\": 1.0}");
    Eventually.await(
        Duration.ofSeconds(30), () -> get(PLAN).at("/schedules").equals("1"), "its schedule");
    String id = get("/api/v1/schedules?queue=crawl").at("/schedules/0/id");
    assertThat(get("/api/v1/schedules/" + id).at("/name")).isEqualTo("crawl/java");
    assertThat(post("/api/v1/schedules/" + id + "/pause", "").at("/is_paused")).isEqualTo("true");
    assertThat(get("/api/v1/plans").at("/plans/0/name")).isEqualTo("crawl");
    assertThat(send("DELETE", PLAN, "").status()).isEqualTo(204);
    assertThat(get(PLAN).status()).isEqualTo(404);
    assertThat(send("DELETE", PLAN, "").status()).isEqualTo(404);
  }

  @Test
  void a_wrong_plan_is_refused() {
    assertThat(put(PLAN, "{\"every\": \"1h\"}").at("/field")).isEqualTo("kind");
    assertThat(put(PLAN, "{\"kind\": \"k\"}").at("/field")).isEqualTo("trigger");
    assertThat(put(PLAN, "{\"kind\": \"k\", \"every\": \"soon\"}").at("/field")).isEqualTo("every");
    assertThat(put(PLAN, "{\"kind\": \"k\", \"every\": \"1h\", \"overlap\": \"x\"}").at("/field"))
        .isEqualTo("overlap");
    assertThat(
            put(PLAN, "{\"kind\": \"k\", \"every\": \"1h\", \"payload\": \"{target}\"}")
                .at("/field"))
        .isEqualTo("payload");
    assertThat(get(PLAN).status()).isEqualTo(404);
  }
}
