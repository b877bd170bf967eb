package dev.rota.server.api;

import dev.rota.Rules;
import dev.rota.engine.simulation.Forecaster;
import dev.rota.engine.simulation.KeyOutlook;
import dev.rota.engine.simulation.Outlook;
import dev.rota.engine.simulation.QueueOutlook;
import dev.rota.server.http.Query;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A SimulationRoute tells what is coming. */
record SimulationRoute(Forecaster forecaster) {
  private static final int DAY = 24;
  private static final int LONGEST = 14 * DAY;
  private static final int MOST_SLOTS = 100_000;

  void addTo(HttpRouting.Builder routing) {
    routing.get("/api/v1/simulation", this::simulate);
  }

  record OutlookView(
      Instant from,
      Instant to,
      long stepSeconds,
      List<QueueOutlook> queues,
      List<KeyOutlook> hopeless) {
    static OutlookView of(Outlook outlook) {
      return new OutlookView(
          outlook.from(),
          outlook.to(),
          outlook.step().toSeconds(),
          outlook.queues(),
          outlook.hopeless());
    }
  }

  private void simulate(ServerRequest request, ServerResponse response) {
    Query query = Query.of(request, Set.of("from", "hours", "slots"));
    @Nullable Instant from = query.text("from") == null ? null : query.time("from", Instant.EPOCH);
    int hours = Rules.range("hours", query.number("hours", DAY), 1, LONGEST);
    Integer slots =
        query.text("slots") == null
            ? null
            : (Integer) Rules.range("slots", query.number("slots", 1), 1, MOST_SLOTS);
    Answers.ok(response, OutlookView.of(forecaster.forecast(from, Duration.ofHours(hours), slots)));
  }
}
