package dev.rota.server.api;

import dev.rota.engine.Engine;
import dev.rota.engine.alerts.AlertOptions;
import dev.rota.engine.alerts.Alerts;
import dev.rota.engine.capacity.Capacity;
import dev.rota.engine.deadletters.DeadLetters;
import dev.rota.engine.doctor.Doctor;
import dev.rota.engine.doctor.DoctorOptions;
import dev.rota.engine.operations.OperationOptions;
import dev.rota.engine.operations.Operations;
import dev.rota.engine.scheduler.Scheduler;
import dev.rota.engine.simulation.Forecaster;
import dev.rota.engine.templates.Templates;
import dev.rota.engine.webhooks.Deliveries;
import dev.rota.engine.webhooks.Webhooks;
import dev.rota.server.dashboard.DashboardRoutes;
import dev.rota.server.docs.DocsRoutes;
import dev.rota.server.templates.TemplateDesk;
import io.helidon.webserver.http.HttpRouting;

/**
 * The NativeApi is everything under {@code /api/v1}. Closing it ends the streams of events and the
 * waits of remote workers.
 */
public final class NativeApi implements AutoCloseable {
  private final Engine engine;
  private final Scheduler scheduler;
  private final ApiOptions options;
  private final EventFeed feed;
  private final Polls polls;

  public NativeApi(Engine engine, Scheduler scheduler, ApiOptions options) {
    this.engine = engine;
    this.scheduler = scheduler;
    this.options = options;
    this.feed = new EventFeed(engine.eventLog());
    this.polls = new Polls(engine);
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
    TemplateDesk templates = new TemplateDesk(new Templates(engine.database()));
    new BulkRoute(engine.jobs(), templates).addTo(routing);
    jobs(templates).addTo(routing);
    new GraphRoutes(once(), templates).addTo(routing);
    new BatchRoutes(engine.batches(), once(), templates).addTo(routing);
    new TemplateRoutes(templates).addTo(routing);
    Operations operations = Operations.open(engine, OperationOptions.STANDARD);
    new OperationRoutes(operations, once()).addTo(routing);
    new DeadLetterRoutes(DeadLetters.open(engine), operations).addTo(routing);
    new ArchiveRoutes(engine.archive()).addTo(routing);
    new DoctorRoutes(new Doctor(engine.database(), DoctorOptions.STANDARD)).addTo(routing);
    new ExecutionRoutes(engine.jobs()).addTo(routing);
    new PageRoutes(engine.pages()).addTo(routing);
    new QueueRoutes(engine.queues(), engine.census(), engine.eventLog()).addTo(routing);
    new HistoryRoute(engine.history()).addTo(routing);
    new ScalingRoutes(engine.loads()).addTo(routing);
    new CapacityRoutes(engine, new Capacity(engine, scheduler.plans()), options.metricsInterval())
        .addTo(routing);
    new ScheduleRoutes(scheduler, once(), templates).addTo(routing);
    new SchedulerRoutes(engine.census(), scheduler, options.metricsInterval()).addTo(routing);
    new TenantRoutes(engine.tenants()).addTo(routing);
    new TenantQuotaRoutes(engine.tenantQuotas()).addTo(routing);
    new SimulationRoute(new Forecaster(engine, scheduler)).addTo(routing);
    new TargetRoutes(scheduler.targets()).addTo(routing);
    new SourceRoutes(scheduler.sources()).addTo(routing);
    new PlanRoutes(scheduler).addTo(routing);
    new WindowRoutes(engine.windows(), scheduler).addTo(routing);
    new WebhookRoutes(new Webhooks(engine)).addTo(routing);
    new DeliveryRoutes(new Deliveries(engine)).addTo(routing);
    new WorkerRoutes(engine, options.lockDuration(), polls).addTo(routing);
    new EventRoutes(engine.eventLog(), feed).addTo(routing);
    routing.any("/api/*", (request, response) -> Answers.unknown(request, response));
  }

  private JobRoutes jobs(TemplateDesk templates) {
    return new JobRoutes(
        once(),
        new RecurringDesk(
            scheduler.recurring(), engine.jobs(), scheduler.options().minimumInterval()),
        scheduler.board(),
        templates);
  }

  private OnceDesk once() {
    return new OnceDesk(engine.jobs(), engine.notes(), options.stopPatience());
  }

  EventFeed feed() {
    return feed;
  }

  @Override
  public void close() {
    polls.close();
    feed.close();
  }
}
