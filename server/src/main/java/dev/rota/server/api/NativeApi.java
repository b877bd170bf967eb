package dev.rota.server.api;

import dev.rota.engine.Engine;
import dev.rota.engine.alerts.AlertOptions;
import dev.rota.engine.alerts.Alerts;
import dev.rota.engine.scheduler.Scheduler;
import dev.rota.server.dashboard.DashboardRoutes;
import dev.rota.server.docs.DocsRoutes;
import io.helidon.webserver.http.HttpRouting;

/** The NativeApi is everything under {@code /api/v1}. Closing it ends the streams of events. */
public record NativeApi(Engine engine, Scheduler scheduler, ApiOptions options, EventFeed feed)
    implements AutoCloseable {

  public NativeApi(Engine engine, Scheduler scheduler, ApiOptions options) {
    this(engine, scheduler, options, new EventFeed(engine.eventLog()));
  }

  /** With the usual options. */
  public NativeApi(Engine engine, Scheduler scheduler) {
    this(engine, scheduler, ApiOptions.DEFAULT);
  }

  public void addTo(HttpRouting.Builder routing) {
    Answers.addTo(routing);
    new DashboardRoutes().addTo(routing);
    OpenApiRoute.load().addTo(routing);
    new TryItRoute().addTo(routing);
    new DocsRoutes().addTo(routing);
    new AlertRoutes(Alerts.open(engine, AlertOptions.STANDARD)).addTo(routing);
    new BulkRoute(engine.jobs()).addTo(routing);
    jobs().addTo(routing);
    new PageRoutes(engine.pages()).addTo(routing);
    new QueueRoutes(engine.queues(), engine.census(), engine.eventLog()).addTo(routing);
    new HistoryRoute(engine.history()).addTo(routing);
    new ScheduleRoutes(scheduler, once()).addTo(routing);
    new SchedulerRoutes(engine.census(), scheduler, options.metricsInterval()).addTo(routing);
    new TenantRoutes(engine.tenants()).addTo(routing);
    new TargetRoutes(scheduler.targets()).addTo(routing);
    new SourceRoutes(scheduler.sources()).addTo(routing);
    new PlanRoutes(scheduler).addTo(routing);
    new WindowRoutes(engine.windows(), scheduler).addTo(routing);
    new WorkerRoutes(engine, options.lockDuration()).addTo(routing);
    new EventRoutes(engine.eventLog(), feed).addTo(routing);
    routing.any("/api/*", (request, response) -> Answers.unknown(request, response));
  }

  private JobRoutes jobs() {
    return new JobRoutes(
        once(),
        new RecurringDesk(
            scheduler.recurring(), engine.jobs(), scheduler.options().minimumInterval()),
        scheduler.board());
  }

  private OnceDesk once() {
    return new OnceDesk(engine.jobs(), engine.notes(), options.stopPatience());
  }

  @Override
  public void close() {
    feed.close();
  }
}
