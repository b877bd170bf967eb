package dev.rota.server.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.server.http.Wire;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * A HeldAnswer is one that its caller waits for. While it is held, blanks are sent, which mean
 * nothing before JSON: a caller that has hung up is noticed by what it no longer takes.
 */
final class HeldAnswer {
  private final ServerResponse response;
  private @Nullable OutputStream out;

  HeldAnswer(ServerResponse response) {
    this.response = response;
  }

  /**
   * Lets the caller know that the answer is still to come.
   *
   * @throws UncheckedIOException if it has hung up
   */
  void hold() {
    if (out == null) {
      response
          .header(HeaderNames.CONTENT_TYPE, "application/json")
          .header(HeaderNames.CACHE_CONTROL, "no-store");
      out = response.outputStream();
    }
    write(out, " ");
  }

  /**
   * Gives the answer.
   *
   * @throws UncheckedIOException if the caller has hung up
   */
  void give(Object body) {
    if (out == null) {
      Answers.ok(response, body);
    } else {
      write(out, Wire.write(body));
      try {
        out.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static void write(OutputStream out, String text) {
    try {
      out.write(text.getBytes(UTF_8));
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
