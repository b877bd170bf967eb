package dev.rota.server.api;

import static java.lang.System.Logger.Level.DEBUG;

import dev.rota.InvalidInput;
import dev.rota.engine.Event;
import dev.rota.engine.EventFilter;
import dev.rota.engine.EventLog;
import dev.rota.engine.Page;
import dev.rota.server.http.Ids;
import dev.rota.server.http.Query;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** EventRoutes tell what happened and who did it: as a list, and as it happens. */
record EventRoutes(EventLog log, EventFeed feed) {
  private static final System.Logger LOG = System.getLogger(EventRoutes.class.getName());
  private static final HeaderName LAST_EVENT_ID = HeaderNames.create("Last-Event-ID");
  private static final Set<String> FILTERS =
      Set.of("type", "subject", "job", "actor", "since", "limit", "cursor");
  private static final int PAGE = 50;

  void addTo(HttpRouting.Builder routing) {
    routing.get("/api/v1/events", this::list);
    routing.get("/api/v1/events/stream", this::stream);
  }

  record EventPage(List<EventView> events, @Nullable String nextCursor) {}

  private void list(ServerRequest request, ServerResponse response) {
    Query query = Query.of(request, FILTERS);
    Instant since = query.text("since") == null ? null : query.time("since", Instant.EPOCH);
    EventFilter filter =
        new EventFilter(query.text("type"), subject(query), query.text("actor"), since);
    Page<Event> page = log.list(filter, query.number("limit", PAGE), query.cursor("cursor"));
    Answers.ok(
        response,
        new EventPage(page.items().stream().map(EventView::of).toList(), Query.show(page.next())));
  }

  /** A job can be named by the id that callers know. */
  private static @Nullable String subject(Query query) {
    String job = query.text("job");
    return job == null ? query.text("subject") : "job:" + Ids.JOB.read("job", job);
  }

  private void stream(ServerRequest request, ServerResponse response) throws InterruptedException {
    Query.of(request, Set.of());
    Long known = request.headers().first(LAST_EVENT_ID).map(EventRoutes::id).orElse(null);
    EventFeed.Batch joined = feed.join();
    response.header(HeaderNames.CONTENT_TYPE, "text/event-stream");
    response.header(HeaderNames.CACHE_CONTROL, "no-store");
    try (OutputStream out = response.outputStream()) {
      new EventStream(log, feed, out).run(joined, known);
    } catch (IOException | UncheckedIOException e) {
      LOG.log(DEBUG, "a listener has gone: {0}", e.getMessage());
    } finally {
      feed.leave();
    }
  }

  private static long id(String text) {
    try {
      return Long.parseLong(text.strip());
    } catch (NumberFormatException e) {
      throw new InvalidInput("Last-Event-ID", text, "must be the id of an event");
    }
  }
}
