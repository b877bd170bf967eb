package dev.rota.server.api;

import dev.rota.InvalidInput;
import dev.rota.engine.alerts.Alert;
import dev.rota.engine.alerts.Alerts;
import dev.rota.server.http.Ids;
import dev.rota.server.http.Query;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** AlertRoutes tell which rules are broken, and which were lately. */
record AlertRoutes(Alerts alerts) {
  private static final Set<String> STATES = Set.of("raised", "cleared");

  void addTo(HttpRouting.Builder routing) {
    routing.get("/api/v1/alerts", this::list);
  }

  /**
   * An alert as callers see it.
   *
   * @param subject the name of the queue or schedule, or the id of the job
   * @param value what was found; times are seconds, rates from 0 to 1
   */
  record AlertView(
      String rule,
      String state,
      String subjectKind,
      String subject,
      double value,
      double threshold,
      Instant since,
      @Nullable Instant clearedAt,
      String advice) {
    static AlertView of(Alert alert) {
      String kind = alert.rule().subject();
      return new AlertView(
          alert.rule().word(),
          AlertRoutes.state(alert),
          kind,
          kind.equals("job") ? Ids.JOB.show(Long.parseLong(alert.subject())) : alert.subject(),
          alert.value(),
          alert.threshold(),
          alert.raisedAt(),
          alert.clearedAt(),
          alert.rule().advice());
    }
  }

  record AlertList(List<AlertView> alerts) {}

  private void list(ServerRequest request, ServerResponse response) {
    String state = Query.of(request, Set.of("state")).text("state");
    if (state != null && !STATES.contains(state)) {
      throw new InvalidInput("state", state, "must be raised or cleared");
    }
    Answers.ok(
        response,
        new AlertList(
            alerts.list().stream()
                .filter(alert -> state == null || state(alert).equals(state))
                .map(AlertView::of)
                .toList()));
  }

  private static String state(Alert alert) {
    return alert.isRaised() ? "raised" : "cleared";
  }
}
