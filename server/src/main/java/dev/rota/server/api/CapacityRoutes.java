package dev.rota.server.api;

import dev.rota.Rules;
import dev.rota.engine.Engine;
import dev.rota.engine.QueueLoad;
import dev.rota.engine.WorkerInfo;
import dev.rota.engine.capacity.Capacity;
import dev.rota.engine.capacity.Guess;
import dev.rota.engine.capacity.PlanCapacity;
import dev.rota.engine.capacity.TargetCapacity;
import dev.rota.engine.capacity.WhatIf;
import dev.rota.server.http.Asked;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** CapacityRoutes tell whether workers keep up with plans, as things are and as they might be. */
record CapacityRoutes(Engine engine, Capacity capacity, Duration mayBeOld) {
  private static final Duration LATELY = Duration.ofHours(1);

  void addTo(HttpRouting.Builder routing) {
    routing.get("/api/v1/capacity", this::now);
    routing.post("/api/v1/capacity", this::whatIf);
  }

  /**
   * How the workers fare.
   *
   * @param avgJobsPerWorker executions that are kept and those that run, by the active workers
   * @param workerEfficiency the part of their slots that is busy
   */
  record WorkerFigures(
      long activeWorkers,
      long totalWorkers,
      double avgJobsPerWorker,
      double workerEfficiency,
      long busySlots,
      long idleSlots) {
    static WorkerFigures of(List<WorkerInfo> workers, List<QueueLoad> loads, long executions) {
      long active = workers.stream().filter(WorkerInfo::alive).count();
      long busy = loads.stream().mapToLong(load -> load.demand().busy()).sum();
      long idle = loads.stream().mapToLong(QueueLoad::idle).sum();
      return new WorkerFigures(
          active,
          workers.size(),
          active == 0 ? 0 : rounded((double) executions / active),
          busy + idle == 0 ? 0 : rounded((double) busy / (busy + idle)),
          busy,
          idle);
    }

    private static double rounded(double number) {
      return Math.round(number * 100) / 100.0;
    }
  }

  record PlanView(
      String plan,
      @Nullable String queue,
      double perHour,
      @Nullable Double minutes,
      String minutesFrom,
      @Nullable Double minutesPerHour,
      int workers,
      double concurrency,
      @Nullable Double capacityPerHour,
      @Nullable Double sustainableTargets) {
    static PlanView of(PlanCapacity plan) {
      return new PlanView(
          plan.plan(),
          plan.queue(),
          plan.perHour(),
          plan.minutes(),
          plan.basis().name().toLowerCase(Locale.ROOT),
          plan.minutesPerHour(),
          plan.workers(),
          plan.concurrency(),
          plan.capacityPerHour(),
          plan.sustainableTargets());
    }
  }

  record TargetView(
      String targetKind,
      long targets,
      @Nullable Double minutesPerHour,
      @Nullable Double headroomMinutes,
      @Nullable Boolean keepsUp,
      @Nullable String limitedBy,
      @Nullable Double sustainableTargets,
      @Nullable Double sharedTargets,
      List<PlanView> plans) {
    static TargetView of(TargetCapacity target) {
      PlanCapacity least = target.limitedBy();
      return new TargetView(
          target.targetKind(),
          target.targets(),
          target.minutesPerHour(),
          target.headroomMinutes(),
          target.keepsUp(),
          least == null ? null : least.plan(),
          target.sustainableTargets(),
          target.sharedTargets(),
          target.plans().stream().map(PlanView::of).toList());
    }
  }

  record CapacityView(WorkerFigures workers, List<TargetView> targets) {}

  private void now(ServerRequest request, ServerResponse response) {
    long executions = engine.census().totals(mayBeOld).executions();
    Answers.ok(
        response,
        new CapacityView(
            WorkerFigures.of(
                engine.workers().list(LATELY), engine.loads().of(List.of()), executions),
            capacity.now().stream().map(TargetView::of).toList()));
  }

  record GuessBody(
      @Nullable String plan,
      @Nullable Double perHour,
      @Nullable Double minutes,
      @Nullable Double concurrency) {
    Guess guess() {
      return new Guess(Rules.name("plans.plan", plan), perHour, minutes, concurrency);
    }
  }

  record WhatIfBody(
      @Nullable String targetKind,
      @Nullable Integer targets,
      @Nullable Integer workers,
      @Nullable List<GuessBody> plans) {
    WhatIf whatIf() {
      return new WhatIf(
          targetKind,
          targets,
          workers,
          plans == null ? List.of() : plans.stream().map(GuessBody::guess).toList());
    }
  }

  private void whatIf(ServerRequest request, ServerResponse response) {
    WhatIfBody body = new Asked(request).body(WhatIfBody.class);
    Answers.ok(response, TargetView.of(capacity.whatIf(body.whatIf())));
  }
}
