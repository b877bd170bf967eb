package dev.rota.server.api;

import dev.rota.InvalidInput;
import dev.rota.RotaException;
import dev.rota.engine.scheduler.Scheduler;
import dev.rota.engine.scheduler.WindowEffect;
import dev.rota.engine.windows.NewWindow;
import dev.rota.engine.windows.WhatIf;
import dev.rota.engine.windows.Window;
import dev.rota.engine.windows.Windows;
import dev.rota.server.http.Actor;
import dev.rota.server.http.Asked;
import dev.rota.server.http.Ids;
import dev.rota.server.http.Query;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** WindowRoutes are the paths of windows, and of what they would do. */
record WindowRoutes(Windows windows, Scheduler scheduler) {
  private static final String ALL = "/api/v1/windows";
  private static final String ONE = ALL + "/{name}";
  private static final String REHEARSED = "what-if";

  void addTo(HttpRouting.Builder routing) {
    routing.get(ALL, this::list);
    routing.put(ONE, this::put);
    routing.get(ONE, this::get);
    routing.delete(ONE, this::delete);
    routing.post(ONE + "/enable", (request, response) -> turn(request, response, true));
    routing.post(ONE + "/disable", (request, response) -> turn(request, response, false));
    routing.get(ONE + "/what-if", this::whatIfPut);
    routing.post(ALL + "/what-if", this::whatIf);
  }

  record WindowList(List<WindowBody.View> windows) {}

  private void list(ServerRequest request, ServerResponse response) {
    Answers.ok(response, new WindowList(views(windows.list())));
  }

  private void put(ServerRequest request, ServerResponse response) {
    Asked asked = new Asked(request);
    NewWindow wish = asked.body(WindowBody.class).window(asked.name());
    Answers.ok(response, view(windows.put(wish, Actor.of(request))));
  }

  private void get(ServerRequest request, ServerResponse response) {
    Answers.ok(response, view(existing(request)));
  }

  private void delete(ServerRequest request, ServerResponse response) {
    windows.delete(existing(request).name(), Actor.of(request));
    Answers.nothing(response);
  }

  private void turn(ServerRequest request, ServerResponse response, boolean enabled) {
    String name = existing(request).name();
    if (enabled) {
      windows.enable(name, Actor.of(request));
    } else {
      windows.disable(name, Actor.of(request));
    }
    get(request, response);
  }

  /** A window that is not there yet, and the time to look at. */
  record WhatIfBody(@Nullable WindowBody window, @Nullable Instant from, @Nullable Instant to) {}

  private void whatIf(ServerRequest request, ServerResponse response) {
    WhatIfBody body = new Asked(request).body(WhatIfBody.class);
    if (body.window() == null) {
      throw new InvalidInput("window", "", "must be given, as it would be put");
    }
    tell(response, body.window().window(REHEARSED), body.from(), body.to());
  }

  private void whatIfPut(ServerRequest request, ServerResponse response) {
    Query query = Query.of(request, Set.of("from", "to"));
    tell(response, existing(request).rule(), query.time("from"), query.time("to"));
  }

  private void tell(
      ServerResponse response, NewWindow window, @Nullable Instant from, @Nullable Instant to) {
    if (from == null || to == null) {
      throw new InvalidInput(
          from == null ? "from" : "to", "", "must be given, as in 2026-01-31T00:00:00Z");
    }
    Answers.ok(response, EffectView.of(scheduler.whatIf(window, from, to)));
  }

  /** A planned time that the window would close; until is null if it would be skipped. */
  record ClosedTimeView(String schedule, Instant plannedAt, @Nullable Instant until) {
    static ClosedTimeView of(WindowEffect.ClosedTime time) {
      return new ClosedTimeView(time.schedule(), time.plannedAt(), time.until());
    }
  }

  /** A job that the window would hold. */
  record HeldJobView(
      String jobId, String queue, String kind, String status, Instant dueAt, Instant until) {
    static HeldJobView of(WhatIf.HeldJob held) {
      return new HeldJobView(
          Ids.JOB.show(held.job()),
          held.queue(),
          held.kind(),
          held.state().word(),
          held.dueAt(),
          held.until());
    }
  }

  /**
   * What a window would do.
   *
   * @param times how many planned times it would close
   * @param moreTimes whether there are more than were counted
   * @param firstTimes those that come first
   */
  record EffectView(
      int times,
      boolean moreTimes,
      List<ClosedTimeView> firstTimes,
      long jobs,
      List<HeldJobView> firstJobs) {
    static EffectView of(WindowEffect effect) {
      return new EffectView(
          effect.times(),
          effect.more(),
          effect.first().stream().map(ClosedTimeView::of).toList(),
          effect.jobs().total(),
          effect.jobs().first().stream().map(HeldJobView::of).toList());
    }
  }

  private WindowBody.View view(Window window) {
    return views(List.of(window)).getFirst();
  }

  private List<WindowBody.View> views(List<Window> found) {
    return windows.standing(found).stream().map(WindowBody.View::of).toList();
  }

  private Window existing(ServerRequest request) {
    String name = new Asked(request).name();
    return windows
        .get(name)
        .orElseThrow(() -> new RotaException("not-found", "there is no window " + name));
  }
}
