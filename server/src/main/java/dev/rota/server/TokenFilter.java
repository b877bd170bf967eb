package dev.rota.server;

import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.Filter;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/**
 * A TokenFilter lets in those who know the token; health is for everybody, since probes know no
 * secrets.
 */
record TokenFilter(String token) implements Filter {

  @Override
  public void filter(FilterChain chain, RoutingRequest request, RoutingResponse response) {
    if (request.path().path().startsWith("/health/") || isKnown(request)) {
      chain.proceed();
    } else {
      response
          .status(Status.UNAUTHORIZED_401)
          .header(HeaderNames.WWW_AUTHENTICATE, "Bearer realm=\"rota\"")
          .header(HeaderNames.CONTENT_TYPE, "application/problem+json")
          .send(
              "{\"status\":401,\"code\":\"unauthorized\",\"title\":\"Send the token as Authorization: Bearer\"}");
    }
  }

  private boolean isKnown(RoutingRequest request) {
    return request.headers().first(HeaderNames.AUTHORIZATION).filter(this::isToken).isPresent();
  }

  /** In the same time for every wrong one, so that it cannot be guessed letter by letter. */
  private boolean isToken(String header) {
    return MessageDigest.isEqual(
        header.getBytes(StandardCharsets.UTF_8),
        ("Bearer " + token).getBytes(StandardCharsets.UTF_8));
  }
}
