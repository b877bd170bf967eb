package dev.rota.server.api;

import dev.rota.InvalidInput;
import dev.rota.NewJob;
import dev.rota.engine.Jobs;
import dev.rota.server.http.Actor;
import dev.rota.server.http.Principal;
import dev.rota.server.http.Wire;
import dev.rota.server.templates.Expansion;
import dev.rota.server.templates.TemplateDesk;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A BulkRoute takes a stream of jobs, one JSON object to a line, and stores all of them or none.
 */
record BulkRoute(Jobs jobs, TemplateDesk templates) {

  void addTo(HttpRouting.Builder routing) {
    routing.post("/api/v1/jobs/bulk", this::enqueue);
  }

  /**
   * What became of the stream.
   *
   * @param enqueued how many of the jobs were new
   */
  record Stored(long received, long enqueued) {}

  private void enqueue(ServerRequest request, ServerResponse response) {
    String actor = Actor.of(request);
    Principal principal = Principal.of(request);
    Expansion expansion = templates.expansion();
    AtomicLong line = new AtomicLong();
    AtomicLong received = new AtomicLong();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                request.content().inputStream(), StandardCharsets.UTF_8.newDecoder()))) {
      long enqueued =
          jobs.enqueueAll(
              lines
                  .lines()
                  .peek(text -> line.incrementAndGet())
                  .filter(text -> !text.isBlank())
                  .map(text -> job(expansion.expand(text), actor, line.get()))
                  .peek(job -> principal.needQueue(job.queue()))
                  .peek(job -> received.incrementAndGet()));
      Answers.send(response, 201, new Stored(received.get(), enqueued));
    } catch (IOException | UncheckedIOException e) {
      throw new InvalidInput("body", "", "must be UTF-8 text: line " + (line.get() + 1));
    }
  }

  private NewJob job(String text, String actor, long line) {
    try {
      return Wire.read(text, JobBody.class).job(actor, null, null);
    } catch (InvalidInput e) {
      throw e.at("line " + line);
    }
  }
}
