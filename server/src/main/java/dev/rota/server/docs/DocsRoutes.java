package dev.rota.server.docs;

import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** DocsRoutes show the documentation of this version: what lies in {@code docs} is in the jar. */
public final class DocsRoutes {
  private final Map<String, DocsPage> pages = new ConcurrentHashMap<>();

  public void addTo(HttpRouting.Builder routing) {
    routing.get("/docs", (request, response) -> show("", request, response));
    routing.get(
        "/docs/*",
        (request, response) ->
            show(request.path().path().substring("/docs/".length()), request, response));
  }

  private void show(String path, ServerRequest request, ServerResponse response) {
    Optional<Picture> picture = Picture.find(path);
    if (picture.isPresent()) {
      picture.get().send(response);
      return;
    }
    Optional<DocsPage> page = find(path);
    if (page.isEmpty()) {
      response.status(Status.NOT_FOUND_404).send("There is no such page of the documentation.\n");
      return;
    }
    response.header(HeaderNames.ETAG, page.get().etag());
    if (request
        .headers()
        .first(HeaderNames.IF_NONE_MATCH)
        .filter(page.get().etag()::equals)
        .isPresent()) {
      response.status(Status.NOT_MODIFIED_304).send();
    } else {
      response.header(HeaderNames.CONTENT_TYPE, "text/html; charset=utf-8").send(page.get().html());
    }
  }

  private Optional<DocsPage> find(String path) {
    DocsPage known = pages.get(path);
    if (known != null || !path.matches("([A-Za-z0-9-]+/?)*")) {
      return Optional.ofNullable(known);
    }
    String file = DocsPage.file(path);
    try (var in = DocsRoutes.class.getResourceAsStream("pages/" + file)) {
      if (in == null) {
        return Optional.empty();
      }
      DocsPage page = DocsPage.of(file, new String(in.readAllBytes(), StandardCharsets.UTF_8));
      pages.put(path, page);
      return Optional.of(page);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
