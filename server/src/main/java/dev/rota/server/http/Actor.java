package dev.rota.server.http;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;

/**
 * Who asks: what the audit trail and the jobs keep as the name. Where callers prove who they are,
 * that is it; where they do not, it is what they say.
 */
public final class Actor {
  static final HeaderName NAME = HeaderNames.create("X-Rota-Actor");

  private Actor() {}

  public static String of(ServerRequest request) {
    Principal principal = Principal.of(request);
    return principal.proven()
        ? principal.name()
        : request.headers().first(NAME).filter(name -> !name.isBlank()).orElse("api");
  }
}
