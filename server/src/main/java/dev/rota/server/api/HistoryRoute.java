package dev.rota.server.api;

import dev.rota.engine.HistoryPoint;
import dev.rota.engine.QueueHistory;
import dev.rota.server.http.Query;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** A HistoryRoute tells what happened to jobs over time, for plots. */
record HistoryRoute(QueueHistory history) {
  private static final int HOUR = 60;

  void addTo(HttpRouting.Builder routing) {
    routing.get("/api/v1/history", this::tell);
  }

  record HistoryView(int minutes, long stepSeconds, List<HistoryPoint> points) {}

  private void tell(ServerRequest request, ServerResponse response) {
    Query query = Query.of(request, Set.of("minutes", "queue"));
    int minutes = query.number("minutes", HOUR);
    Duration span = Duration.ofMinutes(minutes);
    Answers.ok(
        response,
        new HistoryView(
            minutes, QueueHistory.step(span).toSeconds(), history.read(span, query.text("queue"))));
  }
}
