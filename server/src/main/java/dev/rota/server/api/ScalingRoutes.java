package dev.rota.server.api;

import dev.rota.InvalidInput;
import dev.rota.Rules;
import dev.rota.engine.Demand;
import dev.rota.engine.Loads;
import dev.rota.engine.QueueLoad;
import dev.rota.server.http.Query;
import dev.rota.server.http.Seconds;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** ScalingRoutes tell how many workers each queue wants. */
record ScalingRoutes(Loads loads) {
  private static final String DRAIN = "drain_seconds";
  private static final String SLOTS = "slots_per_worker";
  private static final Duration SHORTEST_DRAIN = Duration.ofSeconds(1);
  private static final Duration LONGEST_DRAIN = Duration.ofDays(1);
  private static final int MOST_SLOTS = 100_000;
  private static final double USUAL_SLOTS = 10;

  void addTo(HttpRouting.Builder routing) {
    routing.get("/api/v1/scaling", this::scaling);
  }

  /** What one queue has to do, who is there for it, and who should be. */
  record QueueScale(
      String queue,
      boolean isPaused,
      long depth,
      boolean depthIsExact,
      @Nullable Double oldestWaitSeconds,
      double arrivalRate,
      double serviceRate,
      @Nullable Double averageRunSeconds,
      int workers,
      int busySlots,
      int idleSlots,
      int wantedSlots,
      int wantedWorkers) {
    static QueueScale of(QueueLoad load, Duration drain, @Nullable Integer slots) {
      Demand demand = load.demand();
      int wanted = demand.slots(drain);
      Double there = load.slotsPerWorker();
      double each = slots != null ? slots : there != null ? there : USUAL_SLOTS;
      return new QueueScale(
          load.queue(),
          demand.paused(),
          load.depth(),
          load.exact(),
          Seconds.showOrNull(load.oldestWait()),
          demand.arrivals(),
          load.served(),
          Seconds.showOrNull(demand.run()),
          load.workers(),
          demand.busy(),
          load.idle(),
          wanted,
          (int) Math.ceil(wanted / each));
    }
  }

  record ScalingView(int wantedWorkers, List<QueueScale> queues) {}

  private void scaling(ServerRequest request, ServerResponse response) {
    Query query = Query.of(request, Set.of("queue", DRAIN, SLOTS));
    Duration drain = drain(query.text(DRAIN));
    Integer slots = query.text(SLOTS) == null ? null : query.number(SLOTS, 0);
    if (slots != null) {
      Rules.range(SLOTS, slots, 1, MOST_SLOTS);
    }
    String queues = query.text("queue");
    List<QueueScale> scales =
        loads.of(queues == null ? List.of() : List.of(queues.split(","))).stream()
            .map(load -> QueueScale.of(load, drain, slots))
            .toList();
    int most = scales.stream().mapToInt(QueueScale::wantedWorkers).max().orElse(0);
    Answers.ok(response, new ScalingView(most, scales));
  }

  private static Duration drain(@Nullable String text) {
    if (text == null) {
      return Duration.ofMinutes(1);
    }
    try {
      Duration drain = Seconds.read(DRAIN, Double.parseDouble(text));
      return Rules.range(DRAIN, drain, SHORTEST_DRAIN, LONGEST_DRAIN);
    } catch (NumberFormatException e) {
      throw new InvalidInput(DRAIN, text, "must be a number of seconds");
    }
  }
}
