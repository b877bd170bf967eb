package dev.rota.server.http;

import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerResponse;

/** A JsonAnswer is an answer that nobody may keep, as JSON. */
public final class JsonAnswer {
  private JsonAnswer() {}

  public static void send(ServerResponse response, int status, Object body) {
    send(response, status, "application/json", body);
  }

  public static void send(ServerResponse response, int status, String type, Object body) {
    response
        .status(Status.create(status))
        .header(HeaderNames.CONTENT_TYPE, type)
        .header(HeaderNames.CACHE_CONTROL, "no-store")
        .send(Wire.write(body));
  }
}
