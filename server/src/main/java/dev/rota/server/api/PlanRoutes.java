package dev.rota.server.api;

import dev.rota.RotaException;
import dev.rota.engine.scheduler.CatchUp;
import dev.rota.engine.scheduler.NewPlan;
import dev.rota.engine.scheduler.Plan;
import dev.rota.engine.scheduler.Plans;
import dev.rota.engine.scheduler.Scheduler;
import dev.rota.schedule.Timetable;
import dev.rota.server.http.Actor;
import dev.rota.server.http.Asked;
import dev.rota.server.http.Raw;
import dev.rota.server.http.Seconds;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** PlanRoutes are the paths of plans. */
record PlanRoutes(Scheduler scheduler) {
  private static final String ALL = "/api/v1/plans";
  private static final String ONE = ALL + "/{name}";

  void addTo(HttpRouting.Builder routing) {
    routing.get(ALL, this::list);
    routing.put(ONE, this::put);
    routing.get(ONE, this::get);
    routing.delete(ONE, this::delete);
  }

  /**
   * A plan as callers see it.
   *
   * @param schedules how many schedules it has now
   */
  record PlanView(
      String name,
      @Nullable String targetKind,
      boolean onlyApproved,
      boolean onePerTarget,
      String kind,
      String queue,
      Raw payload,
      int priority,
      @Nullable Integer maxRetries,
      @Nullable Double timeoutSeconds,
      List<String> tags,
      @Nullable String tenant,
      @Nullable String trigger,
      @Nullable String explained,
      String timeZone,
      @Nullable Double phaseSeconds,
      String overlap,
      String onFailure,
      @Nullable Integer catchupMax,
      @Nullable Double catchupAgeSeconds,
      @Nullable Double catchupSpreadSeconds,
      @Nullable Double jitterSeconds,
      @Nullable Double staleAfterSeconds,
      boolean enabled,
      long schedules,
      Instant createdAt) {
    static PlanView of(Plan plan) {
      NewPlan wish = plan.definition();
      CatchUp catchUp = wish.catchUp();
      return new PlanView(
          plan.name(),
          wish.targetKind(),
          wish.onlyApproved(),
          wish.onePerTarget(),
          wish.kind(),
          wish.queue(),
          new Raw(wish.payload()),
          wish.priority(),
          wish.maxRetries(),
          Seconds.showOrNull(wish.timeout()),
          wish.tags(),
          wish.tenant(),
          wish.trigger() == null ? null : wish.trigger().text(),
          wish.trigger() == null
              ? null
              : Timetable.of(wish.trigger()).in(wish.timeZone()).explain(),
          wish.timeZone(),
          Seconds.showOrNull(wish.phase()),
          wish.overlap().word(),
          wish.onFailure().word(),
          catchUp.max(),
          Seconds.showOrNull(catchUp.age()),
          Seconds.showOrNull(catchUp.spread()),
          Seconds.showOrNull(catchUp.jitter()),
          Seconds.showOrNull(wish.staleAfter()),
          wish.enabled(),
          plan.schedules(),
          plan.createdAt());
    }
  }

  record PlanList(List<PlanView> plans) {}

  private void list(ServerRequest request, ServerResponse response) {
    Answers.ok(response, new PlanList(plans().list().stream().map(PlanView::of).toList()));
  }

  private void put(ServerRequest request, ServerResponse response) {
    Asked asked = new Asked(request);
    NewPlan wish =
        asked.body(PlanBody.class).plan(asked.name(), scheduler.options().minimumInterval());
    Answers.ok(response, PlanView.of(plans().put(wish, Actor.of(request))));
  }

  private void get(ServerRequest request, ServerResponse response) {
    String name = new Asked(request).name();
    Answers.ok(
        response,
        plans()
            .get(name)
            .map(PlanView::of)
            .orElseThrow(() -> new RotaException("not-found", "there is no plan " + name)));
  }

  private void delete(ServerRequest request, ServerResponse response) {
    plans().delete(new Asked(request).name(), Actor.of(request));
    Answers.nothing(response);
  }

  private Plans plans() {
    return scheduler.plans();
  }
}
