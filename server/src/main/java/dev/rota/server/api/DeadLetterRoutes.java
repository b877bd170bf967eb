package dev.rota.server.api;

import dev.rota.RotaException;
import dev.rota.engine.BulkAction;
import dev.rota.engine.BulkChange;
import dev.rota.engine.Page;
import dev.rota.engine.deadletters.DeadLetterGroup;
import dev.rota.engine.deadletters.DeadLetters;
import dev.rota.engine.operations.NewOperation;
import dev.rota.engine.operations.Operations;
import dev.rota.server.http.Actor;
import dev.rota.server.http.Ids;
import dev.rota.server.http.Query;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** DeadLetterRoutes are the paths of failed jobs in groups. */
record DeadLetterRoutes(DeadLetters letters, Operations operations) {
  private static final String ALL = "/api/v1/dead-letters";
  private static final String ONE = ALL + "/{fingerprint}";
  private static final int PAGE = 50;

  void addTo(HttpRouting.Builder routing) {
    routing.get(ALL, this::list);
    routing.get(ONE, this::get);
    routing.post(ONE + "/redrive", this::redrive);
  }

  /**
   * A group as callers see it.
   *
   * @param jobs how many of its jobs are failed now; more if not all were counted
   */
  record GroupView(
      String fingerprint,
      @Nullable String errorType,
      String error,
      List<String> frames,
      long jobs,
      boolean more,
      long failures,
      Instant firstSeen,
      Instant lastSeen,
      String sampleJobId) {
    static GroupView of(DeadLetterGroup group) {
      return new GroupView(
          group.fingerprint(),
          group.errorType(),
          group.error(),
          group.frames().lines().toList(),
          group.jobs(),
          group.more(),
          group.failures(),
          group.firstSeen(),
          group.lastSeen(),
          Ids.JOB.show(group.lastJob()));
    }
  }

  record GroupPage(List<GroupView> groups, int limit, @Nullable String nextCursor) {}

  private void list(ServerRequest request, ServerResponse response) {
    Query query = Query.of(request, Set.of("all", "limit", "cursor"));
    int limit = query.number("limit", PAGE);
    boolean all = Boolean.TRUE.equals(query.flag("all"));
    Page<DeadLetterGroup> page = letters.list(all, limit, query.cursor("cursor"));
    Answers.ok(
        response,
        new GroupPage(
            page.items().stream().map(GroupView::of).toList(), limit, Query.show(page.next())));
  }

  private void get(ServerRequest request, ServerResponse response) {
    Answers.ok(response, GroupView.of(existing(request)));
  }

  /** Retries every failed job of the group, by an operation. */
  private void redrive(ServerRequest request, ServerResponse response) {
    NewOperation retry =
        new NewOperation(
            new BulkChange(BulkAction.RETRY, null, null),
            DeadLetters.filter(existing(request).fingerprint()),
            List.of());
    OperationRoutes.created(response, operations.begin(retry, Actor.of(request)));
  }

  private DeadLetterGroup existing(ServerRequest request) {
    String shown = request.path().pathParameters().get("fingerprint");
    return letters
        .get(shown)
        .orElseThrow(() -> new RotaException("not-found", "there is no group " + shown));
  }
}
