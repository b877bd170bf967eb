package dev.rota.server.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.rota.InvalidInput;
import dev.rota.Job;
import dev.rota.RotaException;
import dev.rota.SourceUnavailable;
import dev.rota.server.http.Actor;
import dev.rota.server.http.Asked;
import dev.rota.server.http.JsonAnswer;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** BulkRoutes are the paths that change many jobs, and tell what became of each. */
record BulkRoutes(CrawlQueue queue, StatusChange change) {
  private static final String BULK = CrawlJobRoutes.ALL + "/bulk";
  private static final int MOST = 1_000;

  void addTo(HttpRouting.Builder routing) {
    routing.put(BULK + "/status", this::changeStatus);
    routing.post(BULK + "/retry", this::retry);
  }

  record BulkStatus(@Nullable List<Long> jobIds, @Nullable String status) {}

  record BulkRetry(@Nullable List<Long> jobIds) {}

  /**
   * What became of one job.
   *
   * @param status what it is now; null if there is no such job
   * @param code why nothing was done, if so
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Result(
      long id,
      boolean updated,
      @Nullable String status,
      @Nullable String code,
      @Nullable String detail) {}

  record BulkAnswer(int updated, int failed, List<Result> results) {}

  private void changeStatus(ServerRequest request, ServerResponse response) {
    BulkStatus body = new Asked(request).body(BulkStatus.class);
    CrawlStatus status = CrawlStatus.read(body.status());
    String actor = Actor.of(request);
    tell(response, ids(body.jobIds()), job -> change.apply(job, status, actor));
  }

  private void retry(ServerRequest request, ServerResponse response) {
    List<Long> ids = ids(new Asked(request).body(BulkRetry.class).jobIds());
    String actor = Actor.of(request);
    tell(response, ids, job -> queue.engine().jobs().retry(job.id(), actor));
  }

  private void tell(ServerResponse response, List<Long> ids, Consumer<Job> action) {
    List<Result> results = ids.stream().distinct().map(id -> attempt(id, action)).toList();
    int updated = (int) results.stream().filter(Result::updated).count();
    JsonAnswer.send(response, 200, new BulkAnswer(updated, results.size() - updated, results));
  }

  private Result attempt(long id, Consumer<Job> action) {
    try {
      action.accept(queue.job(id));
      return new Result(id, true, status(id), null, null);
    } catch (SourceUnavailable e) {
      throw e;
    } catch (RotaException e) {
      String status = e.code().equals("not-found") ? null : status(id);
      return new Result(id, false, status, e.code(), String.valueOf(e.getMessage()));
    }
  }

  private @Nullable String status(long id) {
    return queue
        .engine()
        .jobs()
        .get(id)
        .map(job -> CrawlStatus.of(job.state()).word())
        .orElse(null);
  }

  private static List<Long> ids(@Nullable List<Long> ids) {
    if (ids == null || ids.isEmpty() || ids.size() > MOST) {
      throw new InvalidInput(
          "job_ids", ids == null ? "" : ids.size(), "must be 1 to " + MOST + " ids of jobs");
    }
    return ids;
  }
}
