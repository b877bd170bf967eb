package dev.rota.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.server.admin.AdminApi;
import dev.rota.server.api.RandomRequests.Wish;
import dev.rota.server.scrape.ScrapeApi;
import io.helidon.webserver.http.HttpRouting;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JacksonException;

/** Random requests from the document: the server answers each, in time, and never breaks. */
class RandomRequestsTest extends ApiTest {
  private static final int SHOWN = 20;
  private final HttpClient client = HttpClient.newHttpClient();

  @Override
  void addFacades(HttpRouting.Builder routing) {
    new AdminApi(engine, scheduler, Duration.ofMinutes(15)).addTo(routing);
    new ScrapeApi(engine).addTo(routing);
  }

  @Test
  void two_thousand_requests() throws Exception {
    assertAnswered(2_000, 1);
  }

  @Tag("long")
  @Test
  void ten_thousand_requests() throws Exception {
    assertAnswered(10_000, System.nanoTime());
  }

  private void assertAnswered(int count, long seed) throws Exception {
    RandomValues values = new RandomValues(get("/openapi.json").json(), new Random(seed));
    RandomRequests requests = new RandomRequests(get("/openapi.json").json(), values);
    List<String> wrong = new ArrayList<>();
    for (int i = 0; i < count && wrong.size() < SHOWN; i++) {
      Wish wish = requests.next(server.url());
      complaint(wish, values).ifPresent(text -> wrong.add(text + "\n  " + wish.text()));
    }
    assertThat(wrong).as("seed " + seed + "\n" + String.join("\n", wrong)).isEmpty();
  }

  private Optional<String> complaint(Wish wish, RandomValues values) throws InterruptedException {
    HttpResponse<String> answer;
    try {
      answer = client.send(wish.request(), BodyHandlers.ofString());
    } catch (IOException e) {
      return Optional.of("no answer: " + e);
    }
    String type = answer.headers().firstValue("content-type").orElse("").split(";")[0];
    String told = answer.statusCode() + " " + type + " " + answer.body();
    if (answer.statusCode() >= 500) {
      return Optional.of(told);
    }
    if (type.endsWith("json") && !answer.body().isEmpty()) {
      try {
        values.learn(JSON.readTree(answer.body()));
      } catch (JacksonException e) {
        return Optional.of("not JSON: " + told);
      }
    }
    boolean hasBody = !answer.body().isEmpty();
    boolean fits =
        !hasBody
            || !wish.asDocumented()
            || wish.operation().types(answer.statusCode()).contains(type);
    return fits ? Optional.empty() : Optional.of("not a documented type: " + told);
  }
}
