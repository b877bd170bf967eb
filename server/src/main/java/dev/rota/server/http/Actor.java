package dev.rota.server.http;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;

/** Who asks: what the audit trail and the jobs keep as the name. */
public final class Actor {
  static final HeaderName NAME = HeaderNames.create("X-Rota-Actor");

  private Actor() {}

  public static String of(ServerRequest request) {
    return request.headers().first(NAME).filter(name -> !name.isBlank()).orElse("api");
  }
}
