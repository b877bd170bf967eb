package dev.rota.server.api;

import dev.rota.engine.pages.PageContent;
import dev.rota.engine.pages.StoredPage;
import dev.rota.server.http.Ids;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A PageView is a page as lists and searches show it to callers. */
record PageView(
    String id,
    String url,
    String host,
    String jobId,
    @Nullable String target,
    int status,
    String contentType,
    String title,
    int bytes,
    Instant createdAt,
    Instant changedAt,
    Instant fetchedAt,
    @Nullable String excerpt,
    @Nullable Double rank) {

  static PageView of(StoredPage page) {
    return new PageView(
        Ids.PAGE.show(page.id()),
        page.url(),
        page.host(),
        Ids.JOB.show(page.job()),
        page.target(),
        page.status(),
        page.contentType(),
        page.title(),
        page.bytes(),
        page.createdAt(),
        page.changedAt(),
        page.fetchedAt(),
        page.excerpt(),
        page.rank());
  }

  /** A Content is a page with all that is on it. */
  record Content(
      String id,
      String url,
      String jobId,
      @Nullable String target,
      int status,
      String contentType,
      String title,
      @Nullable String etag,
      @Nullable String lastModified,
      Instant createdAt,
      Instant changedAt,
      Instant fetchedAt,
      String text,
      List<String> links) {

    static Content of(PageContent content) {
      StoredPage page = content.page();
      return new Content(
          Ids.PAGE.show(page.id()),
          page.url(),
          Ids.JOB.show(page.job()),
          page.target(),
          page.status(),
          page.contentType(),
          page.title(),
          page.etag(),
          page.lastModified(),
          page.createdAt(),
          page.changedAt(),
          page.fetchedAt(),
          content.text(),
          content.links());
    }
  }
}
