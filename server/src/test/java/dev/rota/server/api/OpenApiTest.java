package dev.rota.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.rota.engine.HistoryPoint;
import dev.rota.engine.QueuePulse;
import dev.rota.engine.WorkerInfo;
import dev.rota.engine.simulation.KeyOutlook;
import dev.rota.engine.simulation.QueueOutlook;
import dev.rota.engine.tokens.Tokens;
import dev.rota.server.SettingInForce;
import dev.rota.server.Settings;
import dev.rota.server.SettingsSource;
import dev.rota.server.admin.AdminApi;
import dev.rota.server.http.Problem;
import dev.rota.server.scrape.ScrapeApi;
import io.helidon.webserver.http.HttpRouting;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.annotation.JsonNaming;

/** The document says what the API does, no more and no less. */
class OpenApiTest extends ApiTest {
  private static final Map<String, Class<? extends Record>> SHAPES =
      Map.ofEntries(
          Map.entry("Alert", AlertRoutes.AlertView.class),
          Map.entry("AlertList", AlertRoutes.AlertList.class),
          Map.entry("ArchivePage", ArchiveRoutes.ArchivePage.class),
          Map.entry("ArchiveFile", ArchiveRoutes.FileView.class),
          Map.entry("ArchiveTotals", ArchiveRoutes.TotalsView.class),
          Map.entry("ArchiveFailure", ArchiveRoutes.FailureView.class),
          Map.entry("Examination", DoctorRoutes.Examination.class),
          Map.entry("Finding", DoctorRoutes.FindingView.class),
          Map.entry("Tenant", dev.rota.engine.Tenants.Tenant.class),
          Map.entry("TenantQuota", TenantQuotaRoutes.QuotaView.class),
          Map.entry("TenantQuotaList", TenantQuotaRoutes.QuotaList.class),
          Map.entry("NewTenantQuota", TenantQuotaRoutes.QuotaBody.class),
          Map.entry("TenantSettings", TenantRoutes.TenantBody.class),
          Map.entry("TenantList", TenantRoutes.TenantList.class),
          Map.entry("Outlook", SimulationRoute.OutlookView.class),
          Map.entry("QueueOutlook", QueueOutlook.class),
          Map.entry("KeyOutlook", KeyOutlook.class),
          Map.entry("NewJob", JobBody.class),
          Map.entry("PostedJob", PostedJob.class),
          Map.entry("JobUpdate", JobUpdateBody.class),
          Map.entry("SchedulerMetrics", SchedulerRoutes.MetricsView.class),
          Map.entry("JobCounts", SchedulerRoutes.JobCounts.class),
          Map.entry("ExecutionNumbers", SchedulerRoutes.ExecutionNumbers.class),
          Map.entry("Retry", RetryBody.class),
          Map.entry("Limits", LimitsBody.class),
          Map.entry("Unique", UniqueBody.class),
          Map.entry("Created", JobRoutes.Created.class),
          Map.entry("Job", JobView.class),
          Map.entry("NewBatch", BatchBody.class),
          Map.entry("BatchJobs", BatchBody.Added.class),
          Map.entry("Batch", BatchView.class),
          Map.entry("BatchPage", BatchRoutes.BatchPage.class),
          Map.entry("AddedJob", BatchRoutes.AddedJob.class),
          Map.entry("AddedJobs", BatchRoutes.AddedJobs.class),
          Map.entry("NewTemplate", TemplateBody.class),
          Map.entry("Template", TemplateRoutes.TemplateView.class),
          Map.entry("TemplateList", TemplateRoutes.TemplateList.class),
          Map.entry("Kin", KinView.class),
          Map.entry("NewGraph", GraphBody.class),
          Map.entry("Graph", GraphRoutes.GraphView.class),
          Map.entry("GraphJob", GraphRoutes.NodeView.class),
          Map.entry("JobPage", JobRoutes.JobPage.class),
          Map.entry("JobCount", JobRoutes.CountView.class),
          Map.entry("DeadLetterGroup", DeadLetterRoutes.GroupView.class),
          Map.entry("DeadLetterGroupPage", DeadLetterRoutes.GroupPage.class),
          Map.entry("JobFilter", JobFilterBody.class),
          Map.entry("NewOperation", OperationBody.class),
          Map.entry("Operation", OperationView.class),
          Map.entry("OperationPage", OperationRoutes.OperationPage.class),
          Map.entry("OperationPreview", OperationRoutes.PreviewView.class),
          Map.entry("Execution", ExecutionView.class),
          Map.entry("ExecutionList", ExecutionRoutes.ExecutionList.class),
          Map.entry("ExecutionPage", JobDesk.ExecutionPage.class),
          Map.entry("Stats", JobDesk.StatsView.class),
          Map.entry("Priority", JobRoutes.PriorityBody.class),
          Map.entry("Boost", JobRoutes.BoostBody.class),
          Map.entry("Stored", BulkRoute.Stored.class),
          Map.entry("QueueSettings", QueueBody.class),
          Map.entry("Queue", QueueBody.View.class),
          Map.entry("LiveJobs", QueueBody.LiveView.class),
          Map.entry("QueueDone", QueueBody.DoneView.class),
          Map.entry("History", HistoryRoute.HistoryView.class),
          Map.entry("HistoryPoint", HistoryPoint.class),
          Map.entry("QueueList", QueueRoutes.QueueList.class),
          Map.entry("QueueScale", ScalingRoutes.QueueScale.class),
          Map.entry("Scaling", ScalingRoutes.ScalingView.class),
          Map.entry("CapacityWhatIf", CapacityRoutes.WhatIfBody.class),
          Map.entry("PlanGuess", CapacityRoutes.GuessBody.class),
          Map.entry("PlanCapacity", CapacityRoutes.PlanView.class),
          Map.entry("TargetCapacity", CapacityRoutes.TargetView.class),
          Map.entry("WorkerFigures", CapacityRoutes.WorkerFigures.class),
          Map.entry("Capacity", CapacityRoutes.CapacityView.class),
          Map.entry("Worker", WorkerInfo.class),
          Map.entry("WorkerList", WorkerRoutes.WorkerList.class),
          Map.entry("Want", WorkerBodies.WantBody.class),
          Map.entry("Exchange", WorkerBodies.ExchangeBody.class),
          Map.entry("Report", WorkerBodies.ReportBody.class),
          Map.entry("SingleReport", WorkerBodies.SingleReportBody.class),
          Map.entry("Lease", WorkerBodies.LeaseView.class),
          Map.entry("Verdict", WorkerRoutes.VerdictView.class),
          Map.entry("Exchanged", WorkerRoutes.ExchangeView.class),
          Map.entry("Heartbeat", WorkerBodies.HeartbeatBody.class),
          Map.entry("Beat", WorkerBodies.BeatBody.class),
          Map.entry("Signal", WorkerRoutes.SignalView.class),
          Map.entry("Signals", WorkerRoutes.HeartbeatView.class),
          Map.entry("NewSchedule", ScheduleBody.class),
          Map.entry("Schedule", ScheduleView.class),
          Map.entry("ScheduleTemplate", ScheduleView.TemplateView.class),
          Map.entry("SchedulePage", ScheduleRoutes.SchedulePage.class),
          Map.entry("Fire", ScheduleRoutes.FireView.class),
          Map.entry("Preview", ScheduleRoutes.PreviewView.class),
          Map.entry("Occurrence", ScheduleRoutes.OccurrenceView.class),
          Map.entry("OccurrenceList", ScheduleRoutes.OccurrenceList.class),
          Map.entry("Decision", ScheduleRoutes.RulingView.class),
          Map.entry("DryRun", ScheduleRoutes.DryRunView.class),
          Map.entry("Arrear", ScheduleRoutes.ArrearView.class),
          Map.entry("Blocker", ExplanationView.BlockerView.class),
          Map.entry("Explanation", ExplanationView.class),
          Map.entry("Event", EventView.class),
          Map.entry("EventPage", EventRoutes.EventPage.class),
          Map.entry("Figures", EventStream.FiguresView.class),
          Map.entry("QueueFigures", QueuePulse.class),
          Map.entry("Backfill", ScheduleRoutes.BackfillBody.class),
          Map.entry("Backfilled", ScheduleRoutes.BackfillView.class),
          Map.entry("Config", ConfigRoute.ConfigView.class),
          Map.entry("Setting", SettingInForce.class),
          Map.entry("Me", MeRoute.MeView.class),
          Map.entry("NewToken", TokenRoutes.TokenBody.class),
          Map.entry("Token", TokenRoutes.TokenView.class),
          Map.entry("TokenList", TokenRoutes.TokenList.class),
          Map.entry("IssuedToken", TokenRoutes.IssuedView.class),
          Map.entry("Page", PageView.class),
          Map.entry("PageContent", PageView.Content.class),
          Map.entry("PageList", PageRoutes.PageList.class),
          Map.entry("NewTarget", TargetBody.class),
          Map.entry("Target", TargetBody.View.class),
          Map.entry("TargetPage", TargetRoutes.TargetPage.class),
          Map.entry("NewTargetSource", SourceRoutes.SourceBody.class),
          Map.entry("TargetSource", SourceRoutes.SourceView.class),
          Map.entry("TargetSourceList", SourceRoutes.SourceList.class),
          Map.entry("NewPlan", PlanBody.class),
          Map.entry("Plan", PlanRoutes.PlanView.class),
          Map.entry("PlanList", PlanRoutes.PlanList.class),
          Map.entry("NewWindow", WindowBody.class),
          Map.entry("Window", WindowBody.View.class),
          Map.entry("WindowList", WindowRoutes.WindowList.class),
          Map.entry("WhatIf", WindowRoutes.WhatIfBody.class),
          Map.entry("ClosedTime", WindowRoutes.ClosedTimeView.class),
          Map.entry("HeldJob", WindowRoutes.HeldJobView.class),
          Map.entry("NewWebhook", WebhookBody.class),
          Map.entry("WebhookFilter", WebhookBody.FilterBody.class),
          Map.entry("Webhook", WebhookView.class),
          Map.entry("WebhookList", WebhookRoutes.WebhookList.class),
          Map.entry("Rotate", WebhookRoutes.RotateBody.class),
          Map.entry("Rotated", WebhookRoutes.RotatedView.class),
          Map.entry("Delivery", DeliveryView.class),
          Map.entry("DeliveryPage", DeliveryRoutes.DeliveryPage.class),
          Map.entry("WindowEffect", WindowRoutes.EffectView.class),
          Map.entry("Problem", Problem.class));

  /** The shapes of the facades, which nobody but they can see. */
  private static final Map<String, String> FACADES =
      Map.ofEntries(
          Map.entry("CrawlStats", "admin.CrawlJobRoutes$Stats"),
          Map.entry("CrawlJob", "admin.CrawlJob"),
          Map.entry("CrawlJobPage", "admin.CrawlJobRoutes$JobPage"),
          Map.entry("NewCrawlJob", "admin.CrawlJobRoutes$NewCrawlJob"),
          Map.entry("CrawlStatusChange", "admin.CrawlJobRoutes$StatusBody"),
          Map.entry("CrawlPriority", "admin.CrawlJobRoutes$PriorityBody"),
          Map.entry("CrawlBoost", "admin.CrawlJobRoutes$BoostBody"),
          Map.entry("CrawlBulkStatus", "admin.BulkRoutes$BulkStatus"),
          Map.entry("CrawlBulkRetry", "admin.BulkRoutes$BulkRetry"),
          Map.entry("CrawlBulkResult", "admin.BulkRoutes$Result"),
          Map.entry("CrawlBulkAnswer", "admin.BulkRoutes$BulkAnswer"),
          Map.entry("ScheduledJob", "admin.ScheduledJob"),
          Map.entry("ScheduledJobPage", "admin.ScheduledJobRoutes$ScheduledJobPage"),
          Map.entry("NewScheduledJob", "admin.ScheduledJobBody"),
          Map.entry("ScheduledJobToggle", "admin.ScheduledJobRoutes$ToggleBody"),
          Map.entry("NewScrapeJob", "scrape.NewScrapeJob"),
          Map.entry("ScrapeJob", "scrape.ScrapeJob"),
          Map.entry("ScrapeJobPage", "scrape.ScrapeJobRoutes$JobPage"),
          Map.entry("ScrapeClaim", "scrape.ClaimRoutes$ClaimBody"),
          Map.entry("ScrapeUpdate", "scrape.UpdateBody"),
          Map.entry("ScrapeReply", "scrape.Reply$Success"),
          Map.entry("ScrapeFailure", "scrape.Reply$Failure"),
          Map.entry("ScrapeMetrics", "scrape.StatusRoutes$Metrics"),
          Map.entry("ScrapeQueueMetrics", "scrape.StatusRoutes$QueueMetrics"),
          Map.entry("ScrapeWorkerMetrics", "scrape.StatusRoutes$WorkerMetrics"),
          Map.entry("ScrapeWorkerStatus", "scrape.StatusRoutes$WorkerStatus"),
          Map.entry("ScrapeWorkersStatus", "scrape.StatusRoutes$WorkersStatus"));

  @Override
  void addFacades(HttpRouting.Builder routing) {
    new AdminApi(engine, scheduler, Duration.ofMinutes(15)).addTo(routing);
    new ScrapeApi(engine).addTo(routing);
  }

  @Test
  void every_route_is_in_the_document_and_every_path_of_the_document_is_a_route() {
    Set<String> routes = new TreeSet<>();
    HttpRouting.Builder recorder =
        (HttpRouting.Builder)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {HttpRouting.Builder.class},
                (proxy, method, arguments) -> {
                  if (Set.of("get", "post", "put", "delete", "patch").contains(method.getName())) {
                    routes.add(method.getName() + " " + arguments[0]);
                  }
                  return proxy;
                });
    new ServerApi(Settings.read(SettingsSource.of(settings())), new Tokens(engine.database()))
        .addTo(recorder);
    new NativeApi(engine, scheduler).addTo(recorder);
    addFacades(recorder);
    routes.remove("get /openapi.json");
    routes.remove("get /");
    routes.removeIf(route -> route.startsWith("get /docs") || route.startsWith("get /dashboard"));

    Set<String> documented = new TreeSet<>();
    document()
        .get("paths")
        .forEachEntry((path, methods) ->
            methods.propertyNames().forEach(method -> documented.add(method + " " + path)));
    assertThat(documented).isEqualTo(routes);
  }

  @Test
  void every_shape_has_the_members_that_the_document_tells() {
    JsonNode schemas = document().at("/components/schemas");
    Map<String, Class<?>> shapes = new TreeMap<>(SHAPES);
    FACADES.forEach((name, shape) -> shapes.put(name, facade(shape)));
    assertThat(new TreeSet<>(schemas.propertyNames())).isEqualTo(shapes.keySet());
    shapes.forEach((name, shape) ->
        assertThat(new TreeSet<>(schemas.get(name).get("properties").propertyNames()))
            .as(name)
            .isEqualTo(members(shape)));
  }

  @Test
  void every_example_is_taken() {
    String id = create("{\"kind\": \"k\", \"delay_seconds\": 60}");
    post("/api/v1/targets", "{\"kind\": \"subreddit\", \"name\": \"first\"}");
    Map<String, String> ids =
        Map.of(
            "/api/v1/jobs/{id}",
            id,
            "/api/v1/targets/{id}",
            "1",
            "/api/v1/batches/{id}",
            post("/api/v1/batches", "{\"name\": \"b\", \"open\": true}").at("/id"),
            "/api/admin/jobs/{id}",
            post("/api/admin/jobs", "{\"subreddit_id\": 1}").at("/id"),
            "/api/admin/scheduled-jobs/{id}",
            post(
                    "/api/admin/scheduled-jobs",
                    "{\"name\": \"s\", \"subreddit_id\": 1, \"cron_expression\": \"@daily\"}")
                .at("/id"),
            "/api/scrape-jobs/{id}",
            post("/api/scrape-jobs", "{\"domain\": \"example.com\"}").at("/data/id"));
    put("/api/v1/schedules/mail", "{\"job\": {\"kind\": \"k\"}, \"every\": \"1h\"}");
    create("{\"kind\": \"k\", \"queue\": \"claimed\"}");
    JsonNode claimed =
        post(
                "/api/v1/workers/exchange",
                "{\"worker_id\": \"worker-1\", \"wants\": [{\"queue\": \"claimed\"}]}")
            .json()
            .at("/jobs/0");
    document()
        .get("paths")
        .forEachEntry((path, methods) ->
            methods.forEachEntry((method, operation) -> {
              JsonNode content = operation.at("/requestBody/content");
              if (!content.isMissingNode()) {
                JsonNode example = content.iterator().next().get("example");
                assertThat(example).as(method + " " + path).isNotNull();
                Answer answer =
                    send(
                        method.toUpperCase(Locale.ROOT),
                        address(path, ids),
                        (example.isString() ? example.asString() : example.toString())
                            .replace("\"wait_seconds\":30", "\"wait_seconds\":0")
                            .replace("JOB", claimed.get("job_id").asString())
                            .replace("FENCE", claimed.get("fence").asString()));
                assertThat(answer.status())
                    .as(method + " " + path + " " + answer.text())
                    .isBetween(200, 202);
              }
            }));
  }

  @Test
  void the_address_itself_tells_what_is_there() {
    Answer index = get("/");
    assertThat(index.status()).isEqualTo(200);
    index
        .text()
        .lines()
        .filter(line -> line.startsWith("/"))
        .forEach(line -> assertThat(get(line.split(" ")[0]).status()).as(line).isEqualTo(200));
  }

  @Test
  void references_lead_somewhere() {
    JsonNode document = document();
    document
        .findValuesAsString("$ref")
        .forEach(reference ->
            assertThat(document.at(reference.substring(1)).isMissingNode())
                .as(reference)
                .isFalse());
  }

  private JsonNode document() {
    Answer answer = get("/openapi.json");
    assertThat(answer.type()).startsWith("application/json");
    return answer.json();
  }

  private static String address(String path, Map<String, String> ids) {
    for (Map.Entry<String, String> one : ids.entrySet()) {
      if (path.startsWith(one.getKey())) {
        return path.replace("{id}", one.getValue());
      }
    }
    return path.replace("{name}", "mail");
  }

  private static Class<?> facade(String shape) {
    try {
      return Class.forName("dev.rota.server." + shape);
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }

  private static Set<String> members(Class<?> shape) {
    boolean camels = shape.isAnnotationPresent(JsonNaming.class);
    Set<String> members = new TreeSet<>();
    Arrays.stream(shape.getRecordComponents())
        .map(component -> {
          JsonProperty given = component.getAccessor().getAnnotation(JsonProperty.class);
          String name = component.getName();
          return given != null
              ? given.value()
              : camels ? name : name.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
        })
        .forEach(members::add);
    return members;
  }
}
