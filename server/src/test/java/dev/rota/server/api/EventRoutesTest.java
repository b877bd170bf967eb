package dev.rota.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.worker.Worker;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** What happened and who did it, as a list and as it happens. */
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EventRoutesTest extends ApiTest {
  private static final String STREAM = "/api/v1/events/stream";

  /** One message of a stream. */
  private record Message(String id, String event, String data) {
    JsonNode json() {
      return JSON.readTree(data);
    }
  }

  /** A Listener reads a stream message by message. */
  private static final class Listener implements AutoCloseable {
    private final InputStream in;
    private final BufferedReader lines;

    Listener(InputStream in) {
      this.in = in;
      this.lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    }

    /** The next message of a sort; comments and others are passed over. */
    Message next(String event) throws Exception {
      String id = "";
      String sort = "";
      String data = "";
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.isEmpty() && sort.equals(event)) {
          return new Message(id, sort, data);
        }
        id = line.startsWith("id: ") ? line.substring(4) : id;
        sort = line.startsWith("event: ") ? line.substring(7) : sort;
        data = line.startsWith("data: ") ? line.substring(6) : data;
      }
      throw new AssertionError("the stream has ended");
    }

    void awaitEnd() throws Exception {
      while (lines.readLine() != null) {
        // What is still in it does not matter.
      }
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }

  private Listener listen(String... headers) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.url() + STREAM));
    if (headers.length > 0) {
      request.headers(headers);
    }
    HttpResponse<InputStream> response =
        HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofInputStream());
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("content-type")).contains("text/event-stream");
    return new Listener(response.body());
  }

  private void pause(String queue, String actor) {
    put("/api/v1/queues/" + queue, "{}", "X-Rota-Actor", actor);
    post("/api/v1/queues/" + queue + "/pause", "", "X-Rota-Actor", actor);
  }

  private void insertEvents(int count) {
    database.execute(
        "INSERT INTO rota.event (type, actor, details) SELECT 'note.made', 'test',"
            + " jsonb_build_object('note', n, 'text', repeat('x', 2000)) FROM generate_series(1, "
            + count
            + ") n");
  }

  @Test
  void events_are_listed_newest_first_by_filters_and_page_by_page() {
    pause("mail", "ada");
    pause("crawl", "bob");
    JsonNode all = get("/api/v1/events").json();
    assertThat(all.get("events")).hasSize(4);
    assertThat(all.at("/events/0/type").asString()).isEqualTo("queue.paused");
    assertThat(all.at("/events/0/subject").asString()).isEqualTo("queue:crawl");
    assertThat(all.get("next_cursor").isNull()).isTrue();
    assertThat(get("/api/v1/events?actor=ada").json().get("events")).hasSize(2);
    assertThat(get("/api/v1/events?type=queue.changed").json().get("events")).hasSize(2);
    assertThat(get("/api/v1/events?subject=queue:mail&type=queue.paused").json().get("events"))
        .hasSize(1);
    assertThat(get("/api/v1/events?since=2999-01-01T00:00:00Z").json().get("events")).isEmpty();

    JsonNode first = get("/api/v1/events?limit=3").json();
    JsonNode second =
        get("/api/v1/events?limit=3&cursor=" + first.get("next_cursor").asString()).json();
    assertThat(first.get("events")).hasSize(3);
    assertThat(second.get("events")).hasSize(1);
    assertThat(get("/api/v1/events?kind=x").status()).isEqualTo(400);
  }

  @Test
  void a_stream_tells_what_happens_and_how_lively_the_queues_are() throws Exception {
    try (Listener listener = listen();
        Worker worker =
            Worker.on(engine.source()).queue("default", 2).handle("echo", j -> "{}").start()) {
      assertThat(worker).isNotNull();
      pause("mail", "ada");
      Message changed = listener.next("event");
      assertThat(changed.json().get("type").asString()).isEqualTo("queue.changed");
      Message paused = listener.next("event");
      assertThat(paused.json().get("actor").asString()).isEqualTo("ada");
      assertThat(paused.id()).isEqualTo(paused.json().get("id").asString());

      create("{\"kind\": \"echo\"}");
      long enqueued = 0;
      long completed = 0;
      while (enqueued < 1 || completed < 1) {
        JsonNode queue = listener.next("figures").json().at("/queues/0");
        assertThat(queue.get("queue").asString()).isEqualTo("default");
        enqueued += queue.get("enqueued").asLong();
        completed += queue.get("completed").asLong();
      }
      assertThat(enqueued).isEqualTo(1);
      assertThat(completed).isEqualTo(1);
    }
  }

  @Test
  void a_stream_goes_on_where_its_listener_was() throws Exception {
    String last;
    try (Listener listener = listen()) {
      pause("a", "ada");
      listener.next("event");
      last = listener.next("event").id();
    }
    pause("b", "ada");
    pause("c", "ada");
    try (Listener listener = listen("Last-Event-ID", last)) {
      List<String> subjects = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        subjects.add(listener.next("event").json().get("subject").asString());
      }
      assertThat(subjects).containsExactly("queue:b", "queue:b", "queue:c", "queue:c");
    }
    assertThat(send("GET", STREAM, "", "Last-Event-ID", "x").status()).isEqualTo(400);
  }

  @Test
  void a_slow_reader_misses_nothing_and_nothing_is_kept_for_him() throws Exception {
    int many = 20_000;
    try (Listener slow = listen("Last-Event-ID", "0")) {
      pause("a", "ada");
      slow.next("event");
      try (Listener quick = listen()) {
        insertEvents(many);
        for (long n = 1; n <= many; n++) {
          assertThat(quick.next("event").json().at("/details/note").asLong()).isEqualTo(n);
        }
      }
      assertThat(api.feed().kept()).isLessThanOrEqualTo(1_000);

      slow.next("event");
      List<Long> notes = new ArrayList<>();
      while (notes.size() < many) {
        notes.add(slow.next("event").json().at("/details/note").asLong());
      }
      assertThat(notes).containsExactlyElementsOf(LongStream.rangeClosed(1, many).boxed().toList());
    }
  }

  @Test
  void streams_end_when_the_node_stops() throws Exception {
    try (Listener listener = listen()) {
      pause("a", "ada");
      listener.next("event");
      api.close();
      listener.awaitEnd();
    }
  }

  @Test
  void a_job_tells_why_it_does_not_run() {
    String id = create("{\"kind\": \"echo\", \"queue\": \"nobody\"}");
    JsonNode answer = get("/api/v1/jobs/" + id + "/explain").json();
    assertThat(answer.get("status").asString()).isEqualTo("pending");
    assertThat(answer.at("/blockers/0/code").asString()).isEqualTo("no_worker");
    assertThat(answer.get("expected_start_at").isNull()).isTrue();
    assertThat(get("/api/v1/jobs/7/explain").status()).isEqualTo(404);
  }

  @Test
  void a_job_that_recurs_tells_why_it_does_not_run() {
    String id =
        create(
            "{\"url\": \"https://example.com\", \"source_name\": \"example.com\","
                + " \"interval_minutes\": 30}");
    JsonNode waits = get("/api/v1/jobs/" + id + "/explain").json();
    assertThat(waits.get("job_id").asString()).isEqualTo(id);
    assertThat(waits.at("/blockers/0/code").asString()).isEqualTo("due_later");
    assertThat(waits.get("expected_start_at").isNull()).isFalse();

    post("/api/v1/jobs/" + id + "/pause", "");
    JsonNode paused = get("/api/v1/jobs/" + id + "/explain").json();
    assertThat(paused.get("status").asString()).isEqualTo("paused");
    assertThat(paused.at("/blockers/0/action").asString()).isEqualTo("resume it");
  }
}
