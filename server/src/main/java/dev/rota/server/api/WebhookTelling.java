package dev.rota.server.api;

import dev.rota.Execution;
import dev.rota.Job;
import dev.rota.Json;
import dev.rota.engine.Engine;
import dev.rota.engine.Holding;
import dev.rota.engine.NumberedExecution;
import dev.rota.engine.alerts.Alert;
import dev.rota.engine.alerts.AlertRule;
import dev.rota.engine.scheduler.Scheduler;
import dev.rota.engine.webhooks.Telling;
import dev.rota.server.api.AlertRoutes.AlertView;
import dev.rota.server.http.Ids;
import dev.rota.server.http.Wire;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A WebhookTelling tells webhooks what the API shows. */
public record WebhookTelling(Engine engine, Scheduler scheduler) implements Telling {
  /** Receivers are used to small bodies; what is longer can be asked for. */
  private static final int LONGEST = 128 * 1024;

  @Override
  public Map<Long, String> jobs(Collection<Long> ids) {
    Map<Long, String> told = new HashMap<>();
    if (!ids.isEmpty()) {
      Map<Long, Holding> holdings = engine.notes().holdings(ids);
      for (Job job : engine.jobs().get(ids)) {
        Holding holding = holdings.get(job.id());
        if (holding != null) {
          told.put(job.id(), shortened(Wire.write(JobView.of(job, holding, null)), job));
        }
      }
    }
    return told;
  }

  private static String shortened(String whole, Job job) {
    return whole.length() <= LONGEST
        ? whole
        : "{\"id\":%s,\"kind\":%s,\"queue\":%s,\"status\":%s,\"shortened\":true}"
            .formatted(
                Json.quote(Ids.JOB.show(job.id())),
                Json.quote(job.kind()),
                Json.quote(job.queue()),
                Json.quote(job.state().word()));
  }

  @Override
  public Map<Long, String> executions(Collection<Long> ids) {
    Map<Long, String> told = new HashMap<>();
    if (!ids.isEmpty()) {
      for (Execution one : engine.jobs().executions(ids)) {
        String whole =
            Wire.write(ExecutionView.of(new NumberedExecution(one, one.attempt(), null)));
        told.put(one.id(), shortened(whole, one));
      }
    }
    return told;
  }

  private static String shortened(String whole, Execution one) {
    return whole.length() <= LONGEST
        ? whole
        : "{\"id\":%s,\"status\":%s,\"shortened\":true}"
            .formatted(Json.quote(Ids.EXECUTION.show(one.id())), Json.quote(one.status()));
  }

  @Override
  public @Nullable String schedule(String name) {
    return scheduler.schedules().get(name).map(ScheduleView::of).map(Wire::write).orElse(null);
  }

  /** An alert as it is noted. */
  record Noted(
      String rule,
      String subject,
      double value,
      double threshold,
      Instant raisedAt,
      @Nullable Instant clearedAt) {}

  @Override
  public String alert(String noted) {
    Noted alert = Wire.read(noted, Noted.class);
    return Wire.write(
        AlertView.of(
            new Alert(
                AlertRule.of(alert.rule()),
                alert.subject(),
                alert.value(),
                alert.threshold(),
                alert.raisedAt(),
                alert.clearedAt())));
  }

  @Override
  public String job(long id) {
    return Ids.JOB.show(id);
  }
}
