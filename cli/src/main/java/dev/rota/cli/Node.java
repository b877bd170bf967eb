package dev.rota.cli;

import static java.lang.System.Logger.Level.ERROR;
import static java.lang.System.Logger.Level.INFO;

import dev.rota.crawler.Crawler;
import dev.rota.crawler.CrawlerOptions;
import dev.rota.engine.Engine;
import dev.rota.engine.EngineOptions;
import dev.rota.engine.alerts.AlertOptions;
import dev.rota.engine.alerts.Alerts;
import dev.rota.engine.deadletters.DeadLetters;
import dev.rota.engine.operations.OperationOptions;
import dev.rota.engine.operations.Operations;
import dev.rota.engine.pages.SharedTurns;
import dev.rota.engine.scheduler.Scheduler;
import dev.rota.engine.scheduler.SchedulerOptions;
import dev.rota.engine.scheduler.Target;
import dev.rota.engine.tokens.Tokens;
import dev.rota.engine.webhooks.Deliveries;
import dev.rota.engine.webhooks.Herald;
import dev.rota.schedule.DurationText;
import dev.rota.server.AlertSettings;
import dev.rota.server.ArchiveMetrics;
import dev.rota.server.BuiltInHandlers;
import dev.rota.server.ClusterMetrics;
import dev.rota.server.CrawlerSettings;
import dev.rota.server.DeadLetterMetrics;
import dev.rota.server.EngineMetrics;
import dev.rota.server.HttpServer;
import dev.rota.server.Metrics;
import dev.rota.server.PoolMetrics;
import dev.rota.server.PromptReadiness;
import dev.rota.server.QueueMetrics;
import dev.rota.server.Readiness;
import dev.rota.server.SchedulerMetrics;
import dev.rota.server.SchedulerSettings;
import dev.rota.server.Settings;
import dev.rota.server.WebhookMetrics;
import dev.rota.server.WebhookSettings;
import dev.rota.server.WorkerMetrics;
import dev.rota.server.access.Gate;
import dev.rota.server.admin.AdminApi;
import dev.rota.server.admin.StalePlan;
import dev.rota.server.api.ApiOptions;
import dev.rota.server.api.NativeApi;
import dev.rota.server.api.ServerApi;
import dev.rota.server.api.WebhookTelling;
import dev.rota.server.declared.DeclaredFile;
import dev.rota.server.log.JobLog;
import dev.rota.server.scrape.ScrapeApi;
import dev.rota.server.tracing.Tracing;
import dev.rota.server.tracing.WorkerTracing;
import dev.rota.server.webhooks.SenderOptions;
import dev.rota.server.webhooks.WebhookSender;
import dev.rota.worker.Worker;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * A Node is everything that {@code rota up} starts, and stops in the reverse order: jobs first, so
 * that they can end while the rest is there, and the database last.
 */
final class Node implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(Node.class.getName());

  /** A worker hears of a cancellation within a second. */
  private static final Duration STOP_PATIENCE = Duration.ofSeconds(2);

  private final Settings settings;
  private final Metrics metrics = new Metrics();
  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private volatile boolean stopping;

  private final boolean demo;

  Node(Settings settings) {
    this(settings, false);
  }

  /** With something to look at, if it shall be a demo. */
  Node(Settings settings, boolean demo) {
    this.settings = settings;
    this.demo = demo;
  }

  /** Starts everything and returns how to greet whoever has asked for it. */
  String start() throws InterruptedException {
    HttpServer.checkPort(settings);
    var declared = settings.file().map(file -> DeclaredFile.open(file, settings));
    add(metrics);
    var database = add(NodeDatabase.open(settings));
    var engine =
        add(
            database.start(
                options(settings), new EngineMetrics(metrics.registry()).and(new JobLog())));
    metrics.add(new QueueMetrics(engine.queues(), metrics.registry()));
    PoolMetrics.addTo(metrics.registry(), engine);
    metrics.add(new ClusterMetrics(engine, add(alerts(engine)), metrics.registry()));
    if (settings.get(SchedulerSettings.SCHEDULER_ENABLED)) {
      add(Operations.start(engine, OperationOptions.STANDARD));
      add(DeadLetters.start(engine));
    }
    metrics.add(new ArchiveMetrics(engine.archive(), metrics.registry()));
    metrics.add(new DeadLetterMetrics(DeadLetters.open(engine), metrics.registry()));
    LOG.log(
        INFO,
        "Starting interval scheduler  check_interval={0} lock_duration={1}",
        DurationText.of(settings.get(SchedulerSettings.CHECK_INTERVAL)),
        DurationText.of(settings.get(SchedulerSettings.LOCK_DURATION)));
    var scheduler = add(scheduler(engine));
    if (schedules()) {
      new StalePlan(Duration.ofDays(settings.get(Settings.STALE_DAYS))).keep(scheduler.plans());
      declared.ifPresent(file -> add(file.keep(engine, scheduler)));
    }
    if (settings.get(SchedulerSettings.SCHEDULER_ENABLED)) {
      var telling = new WebhookTelling(engine, scheduler);
      add(Herald.start(engine, telling, settings.get(Settings.RETENTION)));
    }
    var deliveries = new WebhookMetrics(new Deliveries(engine), metrics.registry());
    metrics.add(deliveries);
    var api = new NativeApi(engine, scheduler, api(settings));
    var tokens = new Tokens(engine.database());
    var http =
        add(
            HttpServer.start(
                settings,
                readiness(engine),
                metrics,
                new Gate(settings, tokens)::addTo,
                routing -> {
                  new ScrapeApi(engine).addTo(routing);
                  new ServerApi(settings, tokens).addTo(routing);
                  new AdminApi(engine, scheduler, settings.get(Settings.RESET_CRAWLING))
                      .addTo(routing);
                  api.addTo(routing);
                }));
    add(api);
    if (settings.get(Settings.RUN_MODE).runsJobs()) {
      var crawler = add(crawler(engine, scheduler));
      var options = SenderOptions.of(settings, Version.current());
      var sender = add(new WebhookSender(engine, options, deliveries::count));
      add(worker(engine, crawler, sender));
    }
    add(engine.lead("page-pruner", () -> prunePages(engine), Duration.ofMinutes(1)));
    if (demo) {
      new Demo(engine, scheduler).put(http.url());
    }
    return "Rota listens on " + http.url() + " and works on " + database.description();
  }

  static EngineOptions options(Settings settings) {
    var options =
        EngineOptions.builder()
            .version(Version.current())
            .lease(settings.get(Settings.LEASE))
            .poll(settings.workerPoll())
            .listen(settings.get(Settings.LISTEN))
            .payloadLimit(settings.get(Settings.PAYLOAD_LIMIT))
            .retention(settings.get(Settings.RETENTION))
            .keptPerSchedule(settings.get(Settings.RETENTION_PER_SCHEDULE))
            .quarantineAfter(settings.get(Settings.QUARANTINE_AFTER))
            .reap(settings.get(SchedulerSettings.STALE_LOCK_CHECK))
            .housekeeping(settings.get(SchedulerSettings.SCHEDULER_ENABLED));
    settings.find(Settings.NODE_NAME).ifPresent(options::name);
    settings.find(Settings.CAPABILITIES).ifPresent(options::capabilities);
    settings.find(Settings.ARCHIVE_DIR).ifPresent(options::archive);
    return options.build();
  }

  private static ApiOptions api(Settings settings) {
    return new ApiOptions(
        settings.get(SchedulerSettings.LOCK_DURATION),
        settings.get(SchedulerSettings.METRICS_INTERVAL),
        STOP_PATIENCE);
  }

  private boolean schedules() {
    return settings.get(SchedulerSettings.SCHEDULER_ENABLED)
        && settings.get(Settings.RUN_MODE).servesApi();
  }

  /** Where schedules do not run, they can still be looked at and changed. */
  private Scheduler scheduler(Engine engine) {
    var events = new SchedulerMetrics(metrics.registry());
    return schedules()
        ? Scheduler.start(engine, scheduling(settings), events)
        : Scheduler.open(engine, scheduling(settings), events);
  }

  /** Checked by the node that leads, if it may. */
  private Alerts alerts(Engine engine) {
    return settings.get(SchedulerSettings.SCHEDULER_ENABLED)
        ? Alerts.start(engine, alerting(settings))
        : Alerts.open(engine, alerting(settings));
  }

  static AlertOptions alerting(Settings settings) {
    return new AlertOptions(
        settings.get(AlertSettings.EVERY),
        settings.get(AlertSettings.DEPTH),
        settings.get(AlertSettings.FAILED),
        settings.get(AlertSettings.RUNNING),
        settings.get(AlertSettings.LATE),
        settings.get(AlertSettings.SUCCESS),
        settings.get(AlertSettings.SLOWER),
        settings.get(AlertSettings.STALE));
  }

  static SchedulerOptions scheduling(Settings settings) {
    return SchedulerOptions.builder()
        .catchUpMax(settings.get(SchedulerSettings.CATCHUP_MAX))
        .catchUpSpread(settings.get(SchedulerSettings.CATCHUP_SPREAD))
        .catchUpAge(settings.find(SchedulerSettings.CATCHUP_AGE).orElse(null))
        .catchUpPause(settings.get(SchedulerSettings.CATCHUP_PAUSE))
        .jitter(settings.get(SchedulerSettings.JITTER))
        .phase(settings.get(SchedulerSettings.PHASE))
        .minimumInterval(settings.get(SchedulerSettings.MINIMUM_INTERVAL))
        .poll(settings.get(SchedulerSettings.CHECK_INTERVAL))
        .build();
  }

  private Readiness readiness(Engine engine) {
    Readiness running = () -> stopping ? Optional.of("the node is stopping") : Optional.empty();
    Readiness database = () -> Optional.ofNullable(engine.unavailable());
    return running.and(new PromptReadiness(database, "the database does not answer"));
  }

  private Crawler crawler(Engine engine, Scheduler scheduler) {
    return new Crawler(
        engine.pages(),
        (kind, id) -> scheduler.targets().get(kind, id).map(Target::url),
        new SharedTurns(engine.database()),
        crawling(settings));
  }

  private Duration prunePages(Engine engine) {
    int pruned = engine.pages().prune(settings.get(CrawlerSettings.KEEP));
    if (pruned > 0) {
      LOG.log(INFO, "Pages were forgotten that their sites have no longer  pages={0}", pruned);
    }
    new SharedTurns(engine.database()).forget();
    return Duration.ofHours(1);
  }

  static CrawlerOptions crawling(Settings settings) {
    return new CrawlerOptions(
        settings.get(CrawlerSettings.USER_AGENT),
        settings.get(CrawlerSettings.DELAY),
        settings.get(CrawlerSettings.MAX_BYTES),
        settings.get(CrawlerSettings.CONTENT_TYPES),
        settings.get(CrawlerSettings.REDIRECTS),
        settings.get(CrawlerSettings.MAX_PAGES),
        CrawlerSettings.allowsPrivate(settings));
  }

  private Worker worker(Engine engine, Crawler crawler, WebhookSender sender) {
    var worker =
        Worker.on(engine.source())
            .queue("default", settings.get(Settings.WORKER_CONCURRENCY))
            .queue(Crawler.QUEUE, settings.get(CrawlerSettings.CONCURRENCY))
            .handle(Crawler.KIND, crawler)
            .handle(Crawler.SUBREDDIT_KIND, crawler)
            .queue(Deliveries.QUEUE, settings.get(WebhookSettings.CONCURRENCY))
            .handle(Deliveries.KIND, sender)
            .drainDeadline(settings.get(Settings.DRAIN))
            .listener(
                new WorkerTracing(Tracing.ofProgram(), new WorkerMetrics(metrics.registry())));
    if (demo) {
      worker.queue(Demo.HELD, 1);
    }
    return BuiltInHandlers.addTo(worker).start();
  }

  private synchronized <T extends AutoCloseable> T add(T part) {
    parts.push(part);
    return part;
  }

  /**
   * Stops everything that has been started; a part that fails to stop does not keep the next ones
   * from it.
   */
  @Override
  public synchronized void close() {
    stopping = true;
    while (!parts.isEmpty()) {
      var part = parts.pop();
      try {
        part.close();
      } catch (Exception e) {
        LOG.log(
            ERROR,
            "A part of the node did not stop as it should: part=" + part.getClass().getSimpleName(),
            e);
      }
    }
  }
}
