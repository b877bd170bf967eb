package dev.rota.server.api;

import dev.rota.engine.archive.Archive;
import dev.rota.engine.archive.ArchiveFailure;
import dev.rota.engine.archive.ArchiveFile;
import dev.rota.engine.archive.ArchiveTotals;
import dev.rota.server.http.Query;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** ArchiveRoutes tell which finished jobs were written into files. */
record ArchiveRoutes(Archive archive) {
  private static final int PAGE = 50;

  /** A file as callers see it. */
  record FileView(
      String name,
      String day,
      int part,
      long jobs,
      long executions,
      long bytes,
      String sha256,
      Instant archivedAt,
      String state) {}

  /** What all files hold together. */
  record TotalsView(long files, long jobs, long executions, long bytes) {
    static TotalsView of(ArchiveTotals totals) {
      return new TotalsView(totals.files(), totals.jobs(), totals.executions(), totals.bytes());
    }
  }

  /** Why the archive does not get on. */
  record FailureView(Instant since, Instant at, String node, String error) {
    static FailureView of(ArchiveFailure failure) {
      return new FailureView(failure.since(), failure.at(), failure.node(), failure.error());
    }
  }

  /**
   * A page of files, the newest day first.
   *
   * @param enabled whether the node that answers has a folder
   */
  record ArchivePage(
      boolean enabled,
      List<FileView> files,
      TotalsView totals,
      @Nullable FailureView failure,
      int limit,
      @Nullable String nextCursor) {}

  void addTo(HttpRouting.Builder routing) {
    routing.get("/api/v1/archive", this::list);
  }

  private void list(ServerRequest request, ServerResponse response) {
    Query query = Query.of(request, Set.of("limit", "cursor"));
    int limit = query.number("limit", PAGE);
    Long cursor = query.cursor("cursor");
    long skip = cursor == null ? 0 : cursor;
    ArchiveTotals totals = archive.totals();
    List<FileView> files = archive.files(limit, skip).stream().map(this::view).toList();
    long next = skip + files.size();
    Answers.ok(
        response,
        new ArchivePage(
            archive.isOn(),
            files,
            TotalsView.of(totals),
            archive.failure().map(FailureView::of).orElse(null),
            limit,
            next < totals.files() && !files.isEmpty() ? Query.show(next) : null));
  }

  private FileView view(ArchiveFile file) {
    return new FileView(
        file.name(),
        file.day().toString(),
        file.part(),
        file.jobs(),
        file.executions(),
        file.bytes(),
        file.sha256(),
        file.archivedAt(),
        archive.look(file).word());
  }
}
