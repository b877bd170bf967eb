package dev.rota.server.api;

import dev.rota.RotaException;
import dev.rota.engine.scheduler.SourceState;
import dev.rota.engine.scheduler.TargetSource;
import dev.rota.engine.scheduler.TargetSources;
import dev.rota.server.http.Actor;
import dev.rota.server.http.Asked;
import dev.rota.server.http.Seconds;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** SourceRoutes are the paths of where targets come from. */
record SourceRoutes(TargetSources sources) {
  private static final String ALL = "/api/v1/target-sources";
  private static final String ONE = ALL + "/{name}";
  private static final Duration EVERY = Duration.ofMinutes(10);

  void addTo(HttpRouting.Builder routing) {
    routing.get(ALL, this::list);
    routing.put(ONE, this::put);
    routing.get(ONE, this::get);
    routing.delete(ONE, this::delete);
    routing.post(ONE + "/sync", this::sync);
  }

  /**
   * Where targets come from, as callers say it.
   *
   * @param sort file, http or sql
   * @param location the path, the address or the query
   */
  record SourceBody(
      @Nullable String targetKind,
      @Nullable String sort,
      @Nullable String location,
      @Nullable Double everySeconds,
      @Nullable Boolean allowEmpty,
      @Nullable Boolean enabled) {
    TargetSource source(String name) {
      return new TargetSource(
          name,
          targetKind == null ? "" : targetKind,
          TargetSource.Sort.of(sort == null ? "" : sort),
          location == null ? "" : location,
          everySeconds == null ? EVERY : Seconds.read("every_seconds", everySeconds),
          allowEmpty != null && allowEmpty,
          enabled == null || enabled);
    }
  }

  /** Where targets come from, and what came of reading it. */
  record SourceView(
      String name,
      String targetKind,
      String sort,
      String location,
      double everySeconds,
      boolean allowEmpty,
      boolean enabled,
      Instant nextSyncAt,
      @Nullable Instant syncedAt,
      @Nullable Integer targets,
      @Nullable String error) {
    static SourceView of(SourceState state) {
      TargetSource source = state.source();
      return new SourceView(
          source.name(),
          source.targetKind(),
          source.sort().word(),
          source.location(),
          Seconds.show(source.every()),
          source.allowEmpty(),
          source.enabled(),
          state.nextSyncAt(),
          state.syncedAt(),
          state.targets(),
          state.error());
    }
  }

  record SourceList(List<SourceView> sources) {}

  private void list(ServerRequest request, ServerResponse response) {
    Answers.ok(response, new SourceList(sources.list().stream().map(SourceView::of).toList()));
  }

  private void put(ServerRequest request, ServerResponse response) {
    Asked asked = new Asked(request);
    sources.put(asked.body(SourceBody.class).source(asked.name()), Actor.of(request));
    get(request, response);
  }

  private void get(ServerRequest request, ServerResponse response) {
    String name = new Asked(request).name();
    Answers.ok(
        response,
        sources
            .get(name)
            .map(SourceView::of)
            .orElseThrow(
                () -> new RotaException("not-found", "there is no source of targets " + name)));
  }

  private void delete(ServerRequest request, ServerResponse response) {
    sources.delete(new Asked(request).name(), Actor.of(request));
    Answers.nothing(response);
  }

  private void sync(ServerRequest request, ServerResponse response) {
    Answers.ok(response, SourceView.of(sources.sync(new Asked(request).name())));
  }
}
