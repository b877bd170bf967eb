package dev.rota.server.access;

import dev.rota.server.http.Problem;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerResponse;
import java.util.Map;

/** A Refusal is why a request goes no further, and how that is told. */
final class Refusal extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient Problem problem;
  private final transient Map<HeaderName, String> headers;

  private Refusal(Problem problem, Map<HeaderName, String> headers) {
    super(problem.detail(), null, false, false);
    this.problem = problem;
    this.headers = headers;
  }

  static Refusal of(int status, String code, String detail) {
    return new Refusal(Problem.of(status, code, detail), Map.of());
  }

  static Refusal unproven(String detail, boolean wrong) {
    String challenge = "Bearer realm=\"rota\"" + (wrong ? ", error=\"invalid_token\"" : "");
    return new Refusal(
        Problem.of(401, "unauthorized", detail), Map.of(HeaderNames.WWW_AUTHENTICATE, challenge));
  }

  static Refusal tooFast(String detail, long seconds) {
    return new Refusal(
        Problem.of(429, "too-fast", detail),
        Map.of(HeaderNames.RETRY_AFTER, Long.toString(seconds)));
  }

  /** Something that is needed to let somebody in is away. */
  static Refusal away(String detail) {
    return new Refusal(
        Problem.of(503, "proof-unavailable", detail), Map.of(HeaderNames.RETRY_AFTER, "1"));
  }

  void send(ServerResponse response) {
    headers.forEach((name, value) -> response.header(name, value));
    problem.send(response);
  }
}
