package dev.rota.server.http;

import dev.rota.InvalidInput;
import io.helidon.webserver.http.ServerRequest;

/** An Asked is what a request names in its path and carries in its body. */
public record Asked(ServerRequest request) {
  private static final int MOST_BYTES = 2 << 20;
  private static final long MOST = (1L << 53) - 1;

  /** The name in the path. */
  public String name() {
    return request.path().pathParameters().get("name");
  }

  /** The number in the path. */
  public long number() {
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

  public <T> T body(Class<T> shape) {
    return Wire.read(Body.text(request, MOST_BYTES), shape);
  }
}
