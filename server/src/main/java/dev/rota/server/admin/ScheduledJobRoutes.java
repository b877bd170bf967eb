package dev.rota.server.admin;

import dev.rota.InvalidInput;
import dev.rota.RotaException;
import dev.rota.engine.scheduler.NewSchedule;
import dev.rota.engine.scheduler.Schedule;
import dev.rota.engine.scheduler.Schedules;
import dev.rota.server.http.Actor;
import dev.rota.server.http.Asked;
import dev.rota.server.http.JsonAnswer;
import dev.rota.server.http.Query;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** ScheduledJobRoutes are the paths of schedules that make crawl jobs. */
record ScheduledJobRoutes(Schedules schedules, CrawlQueue queue) {
  private static final String ALL = AdminApi.PATH + "/scheduled-jobs";
  private static final String ONE = ALL + "/{id}";

  void addTo(HttpRouting.Builder routing) {
    routing.get(ALL, this::list);
    routing.post(ALL, this::create);
    routing.get(ONE, this::get);
    routing.put(ONE, this::change);
    routing.delete(ONE, this::delete);
    routing.post(ONE + "/toggle", this::toggle);
  }

  record ScheduledJobPage(List<ScheduledJob> scheduledJobs, int limit, int offset, long total) {}

  private void list(ServerRequest request, ServerResponse response) {
    CrawlJobRoutes.Span span = CrawlJobRoutes.Span.of(Query.of(request, Set.of("limit", "offset")));
    JsonAnswer.send(
        response,
        200,
        new ScheduledJobPage(
            schedules.list(CrawlQueue.QUEUE, CrawlQueue.KIND, span.limit(), span.offset()).stream()
                .map(ScheduledJob::of)
                .toList(),
            span.limit(),
            span.offset(),
            schedules.count(CrawlQueue.QUEUE, CrawlQueue.KIND)));
  }

  private void create(ServerRequest request, ServerResponse response) {
    ScheduledJobBody body = new Asked(request).body(ScheduledJobBody.class);
    String actor = Actor.of(request);
    Schedule made = schedules.create(body.made(queue.subreddits(), schedules.now(), actor), actor);
    turn(made, body.enabled(), actor);
    response.header(HeaderNames.LOCATION, ALL + "/" + made.id());
    JsonAnswer.send(response, 201, ScheduledJob.of(existing(made.id())));
  }

  private void get(ServerRequest request, ServerResponse response) {
    JsonAnswer.send(response, 200, ScheduledJob.of(existing(request)));
  }

  private void change(ServerRequest request, ServerResponse response) {
    ScheduledJobBody body = new Asked(request).body(ScheduledJobBody.class);
    String actor = Actor.of(request);
    Schedule before = existing(request);
    NewSchedule wish = body.changed(before, queue.subreddits(), schedules.now());
    schedules.preview(wish, 1); // What would be refused shall not leave a new name behind.
    if (!wish.name().equals(before.name())) {
      schedules.rename(before.name(), wish.name(), actor);
    }
    turn(schedules.put(wish, actor), body.enabled(), actor);
    get(request, response);
  }

  private void delete(ServerRequest request, ServerResponse response) {
    schedules.delete(existing(request).name(), Actor.of(request));
    response.status(Status.NO_CONTENT_204).send();
  }

  record ToggleBody(@Nullable Boolean enabled) {}

  private void toggle(ServerRequest request, ServerResponse response) {
    Boolean enabled = new Asked(request).body(ToggleBody.class).enabled();
    if (enabled == null) {
      throw new InvalidInput("enabled", "", "must be true or false");
    }
    turn(existing(request), enabled, Actor.of(request));
    get(request, response);
  }

  private void turn(Schedule schedule, @Nullable Boolean enabled, String actor) {
    if (enabled == null || enabled != schedule.isPaused()) {
      return;
    }
    if (enabled) {
      schedules.resume(schedule.name(), actor);
    } else {
      schedules.pause(schedule.name(), actor);
    }
  }

  private Schedule existing(ServerRequest request) {
    return existing(new Asked(request).number());
  }

  private Schedule existing(long id) {
    return schedules
        .get(id)
        .filter(schedule -> schedule.definition().job().queue().equals(CrawlQueue.QUEUE))
        .filter(schedule -> schedule.definition().job().kind().equals(CrawlQueue.KIND))
        .orElseThrow(() -> new RotaException("not-found", "there is no scheduled job " + id));
  }
}
