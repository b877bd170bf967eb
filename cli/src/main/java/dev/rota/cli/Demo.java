package dev.rota.cli;

import dev.rota.Json;
import dev.rota.NewJob;
import dev.rota.crawler.Crawler;
import dev.rota.engine.Engine;
import dev.rota.engine.QueueSettings;
import dev.rota.engine.scheduler.NewSchedule;
import dev.rota.engine.scheduler.Overlap;
import dev.rota.engine.scheduler.Scheduler;
import java.time.Duration;
import java.util.List;

/** A Demo is what there is to look at on the first day. A second start adds nothing. */
final class Demo {
  private static final String ACTOR = "demo";
  private static final String CRAWL = "demo-crawl";
  private static final String HEARTBEAT = "demo-heartbeat";

  /** The queue that is paused; what waits in it runs when somebody resumes it. */
  static final String HELD = "demo-held";

  private final Engine engine;
  private final Scheduler scheduler;

  Demo(Engine engine, Scheduler scheduler) {
    this.engine = engine;
    this.scheduler = scheduler;
  }

  /** Puts everything there, unless it is; only where the documentation is served may change. */
  void put(String url) {
    var known = scheduler.schedules().get(CRAWL);
    var crawl = crawl(url);
    if (known.isEmpty()) {
      List.of(heartbeat(), crawl).forEach(this::start);
      engine.queues().put(HELD, QueueSettings.DEFAULTS, ACTOR);
      engine.queues().pause(HELD, ACTOR);
      engine.jobs().enqueue(jobs());
    } else if (!known.get().definition().job().payload().equals(crawl.job().payload())) {
      scheduler.schedules().put(crawl, ACTOR);
    }
  }

  /** With a first run at once: what is planned may be a while away. */
  private void start(NewSchedule schedule) {
    scheduler.schedules().put(schedule, ACTOR);
    scheduler.schedules().trigger(schedule.name(), ACTOR);
  }

  /** Crawls the documentation every quarter of an hour. */
  private static NewSchedule crawl(String url) {
    var payload =
        "{\"url\": %s, \"depth\": 2, \"maxPages\": 50, \"source_name\": \"Rota's documentation\"}"
            .formatted(Json.quote(url + "/docs/"));
    return NewSchedule.of(CRAWL, job(Crawler.KIND, payload).queue(Crawler.QUEUE).build())
        .every(Duration.ofMinutes(15))
        .overlap(Overlap.SKIP)
        .build();
  }

  private static NewSchedule heartbeat() {
    return NewSchedule.of(HEARTBEAT, job("rota.echo", "{\"alive\": true}").build())
        .every(Duration.ofMinutes(1))
        .build();
  }

  private static List<NewJob> jobs() {
    return List.of(
        job("rota.echo", "{\"hello\": \"world\"}").build(),
        job("rota.echo", "{\"this\": \"comes first\"}").priority(90).build(),
        job("rota.sleep", "5000").build(),
        job("rota.echo", "{\"this\": \"is for tomorrow\"}").delay(Duration.ofDays(1)).build(),
        job("rota.fail", "{\"why\": \"to show what a failure looks like\"}").maxRetries(0).build(),
        job("rota.fail", "{\"why\": \"to show what retries look like\"}").maxRetries(3).build(),
        job("rota.echo", "{\"this\": \"waits until somebody resumes its queue\"}")
            .queue(HELD)
            .build());
  }

  private static NewJob.Builder job(String kind, String payload) {
    return NewJob.kind(kind).payload(payload).tags(ACTOR).createdBy(ACTOR);
  }
}
