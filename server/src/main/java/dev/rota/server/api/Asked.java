package dev.rota.server.api;

import dev.rota.InvalidInput;
import dev.rota.server.http.Body;
import dev.rota.server.http.Wire;
import io.helidon.webserver.http.ServerRequest;

/** An Asked is what a request names in its path and carries in its body. */
record Asked(ServerRequest request) {
  private static final int MOST_BYTES = 2 << 20;
  private static final long MOST = (1L << 53) - 1;

  /** The name in the path. */
  String name() {
    return request.path().pathParameters().get("name");
  }

  /** The number in the path. */
  long number() {
    String text = request.path().pathParameters().get("id");
    try {
      long number = Long.parseLong(text);
      if (number >= 0 && number <= MOST) {
        return number;
      }
    } catch (NumberFormatException e) {
      // The refusal below says what is expected.
    }
    throw new InvalidInput("id", text, "must be a number");
  }

  <T> T body(Class<T> shape) {
    return Wire.read(Body.text(request, MOST_BYTES), shape);
  }
}
