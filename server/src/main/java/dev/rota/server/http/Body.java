package dev.rota.server.http;

import dev.rota.InvalidInput;
import dev.rota.RotaException;
import io.helidon.webserver.http.ServerRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** A Body is what a request carries, as text: not more than is wanted, and valid UTF-8. */
public final class Body {
  private Body() {}

  /** Reads the body; there may be none, which is an empty one. The gate bounds its length. */
  public static String text(ServerRequest request) {
    return text(request, Integer.MAX_VALUE - 1);
  }

  /** Reads the body if it is not longer than that. */
  public static String text(ServerRequest request, int mostBytes) {
    if (!request.content().hasEntity()) {
      return "";
    }
    try (InputStream in = request.content().inputStream()) {
      byte[] bytes = in.readNBytes(mostBytes + 1);
      if (bytes.length > mostBytes) {
        throw new RotaException("too-large", "the body must be at most " + mostBytes + " bytes");
      }
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new InvalidInput("body", "", "must be UTF-8 text");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
