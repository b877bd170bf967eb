package dev.rota.server.api;

import dev.rota.engine.Engine;
import dev.rota.engine.alerts.AlertOptions;
import dev.rota.engine.alerts.Alerts;
import dev.rota.engine.scheduler.Scheduler;
import dev.rota.server.docs.DocsRoutes;
import io.helidon.webserver.http.HttpRouting;

/** The NativeApi is everything under {@code /api/v1}. */
public record NativeApi(Engine engine, Scheduler scheduler) {

  public void addTo(HttpRouting.Builder routing) {
    Answers.addTo(routing);
    new IndexRoute().addTo(routing);
    OpenApiRoute.load().addTo(routing);
    new DocsRoutes().addTo(routing);
    new AlertRoutes(Alerts.open(engine, AlertOptions.STANDARD)).addTo(routing);
    new BulkRoute(engine.jobs()).addTo(routing);
    new JobRoutes(engine.jobs()).addTo(routing);
    new PageRoutes(engine.pages()).addTo(routing);
    new QueueRoutes(engine.queues()).addTo(routing);
    new ScheduleRoutes(scheduler).addTo(routing);
    new TargetRoutes(scheduler.targets()).addTo(routing);
    new SourceRoutes(scheduler.sources()).addTo(routing);
    new PlanRoutes(scheduler).addTo(routing);
    new WindowRoutes(engine.windows(), scheduler).addTo(routing);
    new WorkerRoutes(engine).addTo(routing);
    routing.any("/api/*", (request, response) -> Answers.unknown(request, response));
  }
}
