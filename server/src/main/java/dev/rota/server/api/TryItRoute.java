package dev.rota.server.api;

import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Properties;

/**
 * A TryItRoute is a page on which people look at the API and try it. It is Swagger UI from the
 * class path, and works without a network.
 */
final class TryItRoute {
  private static final String PATH = "/docs/api";
  private static final String JAR = "/META-INF/resources/webjars/swagger-ui/";
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self';"
          + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
  private static final Map<String, String> FILES =
      Map.of(
          "swagger-ui.css", "text/css",
          "swagger-ui-bundle.js", "text/javascript",
          "favicon-32x32.png", "image/png");

  private final String version = version();

  void addTo(HttpRouting.Builder routing) {
    byte[] page = page();
    byte[] start = bytes("try-it/start.js");
    routing.get(
        PATH,
        (request, response) -> {
          response.header(HeaderNames.create("Content-Security-Policy"), POLICY);
          send(response, "text/html; charset=utf-8", "no-cache", page);
        });
    routing.get(
        PATH + "/start.js",
        (request, response) -> send(response, "text/javascript", "no-cache", start));
    routing.get(
        PATH + "/" + version + "/{file}",
        (request, response) -> file(request.path().pathParameters().get("file"), response));
  }

  private void file(String name, ServerResponse response) {
    String type = FILES.get(name);
    if (type == null) {
      response.status(Status.NOT_FOUND_404).send();
    } else {
      send(response, type, "max-age=31536000, immutable", bytes(JAR + version + "/" + name));
    }
  }

  private static void send(ServerResponse response, String type, String cache, byte[] content) {
    response
        .header(HeaderNames.CONTENT_TYPE, type)
        .header(HeaderNames.CACHE_CONTROL, cache)
        .header(HeaderNames.create("X-Content-Type-Options"), "nosniff")
        .send(content);
  }

  private byte[] page() {
    return new String(bytes("try-it/page.html"), StandardCharsets.UTF_8)
        .replace("VERSION", version)
        .getBytes(StandardCharsets.UTF_8);
  }

  private static String version() {
    try (InputStream in =
        TryItRoute.class.getResourceAsStream(
            "/META-INF/maven/org.webjars/swagger-ui/pom.properties")) {
      Properties properties = new Properties();
      properties.load(in);
      return properties.getProperty("version");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] bytes(String resource) {
    try (InputStream in = TryItRoute.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException(resource + " is not on the class path");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
