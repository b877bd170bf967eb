package dev.rota.server.api;

import dev.rota.InvalidInput;
import dev.rota.RotaException;
import dev.rota.engine.scheduler.Arrear;
import dev.rota.engine.scheduler.Backfilled;
import dev.rota.engine.scheduler.Fate;
import dev.rota.engine.scheduler.Forecast;
import dev.rota.engine.scheduler.NewSchedule;
import dev.rota.engine.scheduler.Occurrence;
import dev.rota.engine.scheduler.Ruling;
import dev.rota.engine.scheduler.Schedule;
import dev.rota.engine.scheduler.ScheduleFilter;
import dev.rota.engine.scheduler.Scheduler;
import dev.rota.engine.scheduler.Schedules;
import dev.rota.schedule.Fire;
import dev.rota.server.http.Actor;
import dev.rota.server.http.Body;
import dev.rota.server.http.Ids;
import dev.rota.server.http.Query;
import dev.rota.server.http.Seconds;
import dev.rota.server.http.Wire;
import dev.rota.server.templates.TemplateDesk;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** ScheduleRoutes are the paths of schedules and their occurrences. */
record ScheduleRoutes(Scheduler scheduler, OnceDesk jobs, TemplateDesk templates) {
  private static final int PAGE = 50;
  private static final int SOME = 10;

  void addTo(HttpRouting.Builder routing) {
    routing.get("/api/v1/schedules", this::list);
    routing.post("/api/v1/schedules/preview", this::rehearse);
    routing.put("/api/v1/schedules/{name}", this::put);
    routing.get("/api/v1/schedules/{name}", this::get);
    routing.delete("/api/v1/schedules/{name}", this::delete);
    routing.post("/api/v1/schedules/{name}/pause", this::pause);
    routing.post("/api/v1/schedules/{name}/resume", this::resume);
    routing.post("/api/v1/schedules/{name}/run", this::run);
    routing.post("/api/v1/schedules/{name}/retry", this::retry);
    routing.get("/api/v1/schedules/{name}/preview", this::preview);
    routing.get("/api/v1/schedules/{name}/occurrences", this::occurrences);
    routing.get("/api/v1/schedules/{name}/dry-run", this::dryRun);
    routing.post("/api/v1/schedules/{name}/backfill", this::backfill);
  }

  record SchedulePage(List<ScheduleView> schedules, int limit, @Nullable String nextCursor) {}

  private void list(ServerRequest request, ServerResponse response) {
    Query query = Query.of(request, Set.of("queue", "kind", "paused", "order", "limit", "cursor"));
    int limit = query.number("limit", PAGE);
    String order = query.text("order");
    if (order != null) {
      coming(response, order, limit);
      return;
    }
    String after = query.text("cursor");
    List<Schedule> found =
        schedules()
            .list(
                ScheduleFilter.first(limit)
                    .after(after == null ? "" : after)
                    .onQueue(query.text("queue"))
                    .ofKind(query.text("kind"))
                    .paused(query.flag("paused")));
    Answers.ok(
        response,
        new SchedulePage(
            found.stream().map(ScheduleView::of).toList(),
            limit,
            found.size() == limit ? found.getLast().name() : null));
  }

  /** Those that come next; there is no page after it. */
  private void coming(ServerResponse response, String order, int limit) {
    if (!order.equals("next")) {
      throw new InvalidInput("order", order, "must be next, or not be said");
    }
    Answers.ok(
        response,
        new SchedulePage(
            schedules().coming(limit).stream().map(ScheduleView::of).toList(), limit, null));
  }

  private void put(ServerRequest request, ServerResponse response) {
    ScheduleBody body =
        Wire.read(templates.expansion().expand(Body.text(request), "job"), ScheduleBody.class);
    String actor = Actor.of(request);
    NewSchedule wish = body.schedule(name(request), actor, scheduler.options().minimumInterval());
    boolean isNew =
        request.headers().first(HeaderNames.IF_NONE_MATCH).filter("*"::equals).isPresent();
    Answers.ok(
        response,
        ScheduleView.of(isNew ? schedules().create(wish, actor) : schedules().put(wish, actor)));
  }

  private void get(ServerRequest request, ServerResponse response) {
    Answers.ok(response, ScheduleView.of(existing(request)));
  }

  private void delete(ServerRequest request, ServerResponse response) {
    schedules().delete(name(request), Actor.of(request));
    Answers.nothing(response);
  }

  private void pause(ServerRequest request, ServerResponse response) {
    Answers.ok(response, ScheduleView.of(schedules().pause(name(request), Actor.of(request))));
  }

  private void resume(ServerRequest request, ServerResponse response) {
    Answers.ok(response, ScheduleView.of(schedules().resume(name(request), Actor.of(request))));
  }

  private void run(ServerRequest request, ServerResponse response) {
    Answers.ok(response, ScheduleView.of(schedules().trigger(name(request), Actor.of(request))));
  }

  private void retry(ServerRequest request, ServerResponse response) {
    Answers.ok(response, jobs.get(schedules().retry(name(request), Actor.of(request)).id()));
  }

  /** A planned time; mark tells what a change of the clock does to it. */
  record FireView(Instant at, LocalDateTime local, String mark) {
    static FireView of(Fire fire) {
      return new FireView(fire.at(), fire.local(), fire.mark().word());
    }
  }

  /** The planned times of a trigger, and how it is read. */
  record PreviewView(String trigger, String explained, List<FireView> fires) {
    static PreviewView of(NewSchedule schedule, List<Fire> fires) {
      return new PreviewView(
          schedule.timetable().trigger().text(),
          schedule.timetable().explain(),
          fires.stream().map(FireView::of).toList());
    }
  }

  private void preview(ServerRequest request, ServerResponse response) {
    Schedule schedule = existing(request);
    Answers.ok(
        response,
        PreviewView.of(
            schedule.definition(), schedules().preview(schedule.name(), count(request))));
  }

  private void rehearse(ServerRequest request, ServerResponse response) {
    NewSchedule wish =
        Wire.read(Body.text(request), ScheduleBody.class)
            .rehearsed(scheduler.options().minimumInterval());
    Answers.ok(response, PreviewView.of(wish, schedules().preview(wish, count(request))));
  }

  private static int count(ServerRequest request) {
    return Query.of(request, Set.of("count")).number("count", SOME);
  }

  /** What became of a planned time. */
  record OccurrenceView(
      Instant plannedAt,
      String fate,
      @Nullable String jobId,
      @Nullable String jobStatus,
      @Nullable Instant runAt,
      double lateSeconds,
      int deferrals,
      @Nullable String reason,
      Instant decidedAt) {
    static OccurrenceView of(Occurrence occurrence) {
      return new OccurrenceView(
          occurrence.plannedAt(),
          occurrence.fate().word(),
          Ids.JOB.showOrNull(occurrence.job()),
          occurrence.jobState() == null ? null : occurrence.jobState().word(),
          occurrence.runAt(),
          Seconds.show(occurrence.lateBy()),
          occurrence.deferrals(),
          occurrence.reason(),
          occurrence.decidedAt());
    }
  }

  record OccurrenceList(List<OccurrenceView> occurrences) {}

  private void occurrences(ServerRequest request, ServerResponse response) {
    Query query = Query.of(request, Set.of("from", "to", "fate", "limit"));
    String fate = query.text("fate");
    Answers.ok(
        response,
        new OccurrenceList(
            scheduler
                .occurrences()
                .list(
                    existing(request).id(),
                    query.time("from", Instant.parse("0001-01-01T00:00:00Z")),
                    query.time("to", Instant.parse("9999-01-01T00:00:00Z")),
                    fate == null ? null : Fate.of(fate),
                    query.number("limit", PAGE))
                .stream()
                .map(OccurrenceView::of)
                .toList()));
  }

  /** What a tick would decide about a planned time. */
  record RulingView(
      Instant plannedAt,
      String fate,
      @Nullable Instant runAt,
      int deferrals,
      @Nullable String reason) {
    static RulingView of(Ruling ruling) {
      return new RulingView(
          ruling.plannedAt(),
          ruling.fate().word(),
          ruling.runAt(),
          ruling.deferrals(),
          ruling.reason());
    }
  }

  /** Times from one instant to another that would share a fate, too many to be listed. */
  record ArrearView(Instant from, Instant to, String fate, @Nullable String reason) {
    static ArrearView of(Arrear arrear) {
      return new ArrearView(arrear.from(), arrear.to(), arrear.fate().word(), arrear.reason());
    }
  }

  record DryRunView(
      String schedule,
      List<RulingView> decisions,
      List<ArrearView> arrears,
      @Nullable Instant nextRunAt) {
    static DryRunView of(Forecast forecast) {
      return new DryRunView(
          forecast.schedule(),
          forecast.judgement().rulings().stream().map(RulingView::of).toList(),
          forecast.judgement().arrears().stream().map(ArrearView::of).toList(),
          forecast.judgement().nextRunAt());
    }
  }

  private void dryRun(ServerRequest request, ServerResponse response) {
    Answers.ok(response, DryRunView.of(schedules().dryRun(name(request))));
  }

  record BackfillBody(@Nullable Instant from, @Nullable Instant to) {}

  record BackfillView(int enqueued, int left, boolean more) {}

  private void backfill(ServerRequest request, ServerResponse response) {
    BackfillBody body = Wire.read(Body.text(request), BackfillBody.class);
    if (body.from() == null || body.to() == null) {
      throw new InvalidInput(
          body.from() == null ? "from" : "to", "", "must be given, as in 2026-01-31T00:00:00Z");
    }
    Backfilled done =
        schedules().backfill(name(request), body.from(), body.to(), Actor.of(request));
    Answers.ok(response, new BackfillView(done.enqueued(), done.left(), done.more()));
  }

  private Schedules schedules() {
    return scheduler.schedules();
  }

  private Schedule existing(ServerRequest request) {
    String name = name(request);
    return schedules()
        .get(name)
        .orElseThrow(() -> new RotaException("not-found", "there is no schedule " + name));
  }

  /** The name in the path; an id there is understood too, since a path cannot hold every name. */
  private String name(ServerRequest request) {
    String text = request.path().pathParameters().get("name");
    return Ids.SCHEDULE.find(text).flatMap(schedules()::get).map(Schedule::name).orElse(text);
  }
}
