package dev.rota.server.dashboard;

import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * DashboardRoutes serve the dashboard. Whoever asks for the address itself and is no browser gets a
 * few lines of text instead.
 */
public final class DashboardRoutes {
  /**
   * A folder to serve instead of what came with the program, for those who change the dashboard.
   */
  private static final String FOLDER = "rota.dashboard.folder";

  private static final String FOREVER = "max-age=31536000, immutable";

  private final Supplier<Bundle> bundle;

  public DashboardRoutes() {
    String folder = System.getProperty(FOLDER);
    if (folder == null) {
      Bundle own = Bundle.ofProgram();
      bundle = () -> own;
    } else {
      bundle = () -> Bundle.of(Path.of(folder));
    }
  }

  public void addTo(HttpRouting.Builder routing) {
    routing.get("/", this::page);
    routing.get("/dashboard/lib/{name}/{version}/*", this::module);
    routing.get("/dashboard/{version}/*", this::file);
  }

  private void page(ServerRequest request, ServerResponse response) {
    Bundle shown = bundle.get();
    boolean isBrowser =
        request
            .headers()
            .first(HeaderNames.ACCEPT)
            .filter(accepted -> accepted.contains("text/html"))
            .isPresent();
    if (isBrowser) {
      response.header(HeaderNames.create("Content-Security-Policy"), shown.policy());
    }
    (isBrowser ? shown.page() : shown.text()).send(request, response, "no-cache");
  }

  private void file(ServerRequest request, ServerResponse response) {
    Bundle shown = bundle.get();
    boolean isCurrent = parameter(request, "version").equals(shown.version());
    send(
        Optional.ofNullable(shown.files().get(rest(request, 3))),
        request,
        response,
        isCurrent ? FOREVER : "no-cache");
  }

  private void module(ServerRequest request, ServerResponse response) {
    send(
        Library.of(parameter(request, "name"))
            .filter(library -> library.version().equals(parameter(request, "version")))
            .flatMap(library -> library.module(rest(request, 5))),
        request,
        response,
        FOREVER);
  }

  private static void send(
      Optional<Asset> asset, ServerRequest request, ServerResponse response, String cache) {
    if (asset.isPresent()) {
      asset.get().send(request, response, cache);
    } else {
      response.status(Status.NOT_FOUND_404).send("There is no such file of the dashboard.\n");
    }
  }

  private static String parameter(ServerRequest request, String name) {
    return request.path().pathParameters().get(name);
  }

  /** The path behind so many slashes. */
  private static String rest(ServerRequest request, int slashes) {
    String[] parts = request.path().path().split("/", slashes + 1);
    return parts[parts.length - 1];
  }
}
