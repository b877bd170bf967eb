package dev.rota.benchmarks;

import com.sun.net.httpserver.HttpServer;
import dev.rota.benchmarks.contest.Drained;
import dev.rota.engine.Engine;
import dev.rota.engine.scheduler.Scheduler;
import dev.rota.engine.scheduler.SchedulerOptions;
import dev.rota.engine.webhooks.Deliveries;
import dev.rota.engine.webhooks.Herald;
import dev.rota.engine.webhooks.NewWebhook;
import dev.rota.engine.webhooks.WebhookEvent;
import dev.rota.engine.webhooks.WebhookFilter;
import dev.rota.engine.webhooks.Webhooks;
import dev.rota.server.api.WebhookTelling;
import dev.rota.server.webhooks.SenderOptions;
import dev.rota.server.webhooks.WebhookSender;
import dev.rota.worker.Worker;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;

/**
 * Notifications are what a drain costs when a webhook listens to another queue, and how fast
 * completed jobs are told to one that listens to all.
 */
final class Notifications implements Workload {
  private static final Duration LONGEST = Duration.ofMinutes(10);
  private static final Duration KEPT = Duration.ofDays(30);
  private static final int CONCURRENCY = 32;
  private static final int TOLD = 5_000;

  @Override
  public String name() {
    return "webhooks";
  }

  @Override
  public List<Row> run(Setting setting) throws Exception {
    Scale scale = setting.scale();
    drain(setting.server(), scale.warmup(), false);
    List<Double> alone = new ArrayList<>();
    List<Double> beside = new ArrayList<>();
    List<Double> besideRatios = new ArrayList<>();
    List<Double> told = new ArrayList<>();
    List<Double> toldRatios = new ArrayList<>();
    for (int round = 1; round <= scale.rounds(); round++) {
      alone.add(drain(setting.server(), scale.jobs(), false));
      beside.add(drain(setting.server(), scale.jobs(), true));
      told.add(tell(setting.server(), Math.min(TOLD, scale.jobs())));
      besideRatios.add(beside.getLast() / alone.getLast());
      toldRatios.add(told.getLast() / alone.getLast());
      setting
          .progress()
          .say(
              "webhooks %d/%d: drain %s/s, beside a webhook %s/s, told %s/s"
                  .formatted(
                      round,
                      scale.rounds(),
                      Figures.of(alone.getLast()),
                      Figures.of(beside.getLast()),
                      Figures.of(told.getLast())));
    }
    return List.of(
        Row.median(name(), "drain without a webhook", alone, "jobs/s", null),
        Row.median(name(), "drain, a webhook on another queue", beside, "jobs/s", null),
        Row.median(name(), "another queue / without", besideRatios, "", Bar.atLeast(0.9)),
        Row.median(name(), "completed and told", told, "jobs/s", null),
        Row.median(name(), "told / without", toldRatios, "", null));
  }

  /** How many jobs a second a node works off. */
  private static double drain(Server server, int jobs, boolean beside) throws Exception {
    try (Scratch database = server.database()) {
      database.fill(jobs);
      if (beside) {
        try (Engine engine = database.start("desk")) {
          listen(engine, "http://127.0.0.1:9/", List.of("elsewhere"));
        }
      }
      try (RotaQueue queue = new RotaQueue(database, "drain")) {
        Tick start = Tick.now(0, server);
        Drained.by(queue, jobs, LONGEST);
        return start.to(Tick.now(jobs, server)).rate();
      }
    }
  }

  /** How many jobs a second are worked off and told of. */
  private static double tell(Server server, int jobs) throws Exception {
    HttpServer receiver = receiver();
    try (Scratch database = server.database()) {
      database.fill(jobs);
      try (Engine engine = database.start("webhooks");
          Scheduler scheduler = Scheduler.open(engine, SchedulerOptions.builder().build());
          WebhookSender sender =
              new WebhookSender(
                  engine, new SenderOptions("Rota/bench", true, null, "rota@localhost"), s -> {});
          Herald herald = Herald.start(engine, new WebhookTelling(engine, scheduler), KEPT)) {
        listen(engine, "http://127.0.0.1:" + receiver.getAddress().getPort() + "/", List.of());
        herald.tell();
        long start = System.nanoTime();
        try (Worker worker =
            Worker.on(engine.source())
                .queue(Scratch.QUEUE, CONCURRENCY)
                .queue(Deliveries.QUEUE, CONCURRENCY)
                .handle(Scratch.KIND, job -> null)
                .handle(Deliveries.KIND, sender)
                .start()) {
          while (database.number("SELECT count(*) FROM rota.delivery WHERE state = 'delivered'")
              < jobs) {
            if (System.nanoTime() - start > LONGEST.toNanos()) {
              throw new IllegalStateException("what was completed is not told: " + worker.stats());
            }
            Thread.sleep(20);
          }
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        database.expect(jobs, "SELECT count(DISTINCT identity) FROM rota.delivery");
        return jobs / seconds;
      }
    } finally {
      receiver.stop(0);
    }
  }

  private static void listen(Engine engine, String url, List<String> queues) {
    NewWebhook wish =
        NewWebhook.of("bench", url)
            .withEvents(Set.of(WebhookEvent.JOB_COMPLETED))
            .withFilter(
                new WebhookFilter(queues, List.of(), List.of(), List.of(), List.of(), List.of()));
    new Webhooks(engine).put(wish, null, "bench");
  }

  private static HttpServer receiver() throws IOException {
    HttpServer receiver =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    receiver.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    receiver.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    receiver.start();
    return receiver;
  }
}
