package dev.rota.server.admin;

import dev.rota.engine.Engine;
import dev.rota.engine.scheduler.Scheduler;
import io.helidon.webserver.http.HttpRouting;
import java.time.Duration;

/**
 * The AdminApi is everything under {@code /api/admin}.
 *
 * @param lease how long a job that was set to crawling by hand stays so
 */
public record AdminApi(Engine engine, Scheduler scheduler, Duration lease) {
  static final String PATH = "/api/admin";

  public void addTo(HttpRouting.Builder routing) {
    CrawlQueue queue = new CrawlQueue(engine, new Subreddits(scheduler.targets()));
    StatusChange change = new StatusChange(queue, lease);
    new BulkRoutes(queue, change).addTo(routing);
    new CrawlJobRoutes(queue, change).addTo(routing);
    new ScheduledJobRoutes(scheduler.schedules(), queue).addTo(routing);
  }
}
