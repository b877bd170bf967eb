package dev.rota.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.pages.NewPage;
import dev.rota.server.http.Ids;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Pages over HTTP. */
class PageRoutesTest extends ApiTest {

  @Test
  void pages_are_searched_listed_and_shown() {
    store(1, "http://a.example/1", "Queues", "Jobs wait in a queue <b>");
    store(2, "http://b.example/2", "Windows", "A window closes a queue");
    store(2, "http://b.example/3", "Weather", "Rain");

    Answer found = get("/api/v1/pages?q=closes");
    assertThat(found.status()).isEqualTo(200);
    assertThat(found.at("/pages/0/url")).isEqualTo("http://b.example/2");
    assertThat(found.at("/pages/0/excerpt")).endsWith("window **closes** a queue");
    assertThat(found.at("/pages/0/job_id")).isEqualTo(Ids.JOB.show(2));
    assertThat(found.json().at("/pages/0/rank").asDouble()).isPositive();

    assertThat(get("/api/v1/pages?q=queue&host=a.example").json().at("/pages").size()).isEqualTo(1);
    assertThat(get("/api/v1/pages?job=" + Ids.JOB.show(2)).json().at("/pages").size()).isEqualTo(2);
    Answer first = get("/api/v1/pages?limit=2");
    assertThat(first.json().at("/pages").size()).isEqualTo(2);
    Answer rest = get("/api/v1/pages?limit=2&cursor=" + first.at("/next_cursor"));
    assertThat(rest.at("/pages/0/title")).isEqualTo("Queues");
    assertThat(rest.json().at("/next_cursor").isNull()).isTrue();

    Answer page = get("/api/v1/pages/" + found.at("/pages/0/id"));
    assertThat(page.at("/text")).isEqualTo("A window closes a queue");
    assertThat(page.at("/links/0")).isEqualTo("http://a.example/");
  }

  @Test
  void what_is_wrong_is_told() {
    assertThat(get("/api/v1/pages/" + Ids.PAGE.show(1)).status()).isEqualTo(404);
    assertThat(get("/api/v1/pages/" + Ids.JOB.show(1)).at("/field")).isEqualTo("id");
    assertThat(get("/api/v1/pages?limit=0").at("/rule")).isEqualTo("must be from 1 to 100");
    assertThat(get("/api/v1/pages?query=x").at("/field")).isEqualTo("query");
    assertThat(get("/api/v1/pages?q=x&cursor=zzzzzz").at("/field")).isEqualTo("cursor");
    assertThat(get("/api/v1/pages?q=%00").status()).isEqualTo(400);
  }

  private void store(long job, String url, String title, String text) {
    engine
        .pages()
        .store(
            new NewPage(
                url,
                url.split("/")[2],
                job,
                null,
                200,
                "text/html",
                title,
                text,
                List.of("http://a.example/"),
                "hash",
                10,
                null,
                null));
  }
}
