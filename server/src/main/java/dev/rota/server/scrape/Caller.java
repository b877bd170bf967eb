package dev.rota.server.scrape;

import dev.rota.Rules;
import dev.rota.server.http.Actor;
import dev.rota.server.http.Body;
import dev.rota.server.http.Ids;
import dev.rota.server.http.Principal;
import dev.rota.server.http.Wire;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import org.jspecify.annotations.Nullable;

/** A Caller is who sends a request, and what it carries. */
record Caller(ServerRequest request) {
  static final HeaderName WORKER = HeaderNames.create("X-Worker-ID");
  static final HeaderName FENCE = HeaderNames.create("X-Rota-Fence");

  /** What a worker is called that does not say its name. */
  static final String NAMELESS = "worker";

  private static final int MOST_BYTES = 2 << 20;

  <T> T body(Class<T> shape) {
    return Wire.read(Body.text(request, MOST_BYTES), shape);
  }

  /** The id of the job that the path names. */
  long job() {
    return Ids.JOB.read("id", request.path().pathParameters().get("id"));
  }

  /** The name that the body gives, else the one of the header, if any. */
  @Nullable String worker(@Nullable String inBody) {
    String name = inBody == null ? request.headers().first(WORKER).orElse(null) : inBody;
    return name == null ? null : Rules.name("worker_id", name);
  }

  @Nullable Long fence() {
    return request
        .headers()
        .first(FENCE)
        .map(text -> Ids.EXECUTION.read("X-Rota-Fence", text))
        .orElse(null);
  }

  String actor() {
    String worker = worker(null);
    return worker == null || Principal.of(request).proven() ? Actor.of(request) : worker;
  }

  /** The name of the token by which it came in, if it needed one. */
  @Nullable String token() {
    return Principal.of(request).token();
  }

  String host() {
    return request.remotePeer().host();
  }
}
