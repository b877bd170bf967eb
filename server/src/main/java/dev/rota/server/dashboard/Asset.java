package dev.rota.server.dashboard;

import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;

/** An Asset is a file that browsers get, as it is and packed. */
final class Asset {
  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "svg", "image/svg+xml",
          "txt", "text/plain; charset=utf-8");

  private final String type;
  private final byte[] content;
  private final byte[] packed;
  private final String etag;

  private Asset(String type, byte[] content) {
    this.type = type;
    this.content = content;
    this.packed = pack(content);
    this.etag = '"' + Digest.hex(content, 16) + '"';
  }

  /** Empty if it is of a sort that is not given to browsers. */
  static Optional<Asset> of(String name, byte[] content) {
    String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
    return Optional.ofNullable(type).map(known -> new Asset(known, content));
  }

  /** Sends it, unless the caller has it. */
  void send(ServerRequest request, ServerResponse response, String cache) {
    response
        .header(HeaderNames.CONTENT_TYPE, type)
        .header(HeaderNames.CACHE_CONTROL, cache)
        .header(HeaderNames.ETAG, etag)
        .header(HeaderNames.VARY, "Accept, Accept-Encoding")
        .header(HeaderNames.create("X-Content-Type-Options"), "nosniff")
        .header(HeaderNames.create("Referrer-Policy"), "no-referrer");
    if (request.headers().first(HeaderNames.IF_NONE_MATCH).filter(etag::equals).isPresent()) {
      response.status(Status.NOT_MODIFIED_304).send();
    } else if (request
        .headers()
        .first(HeaderNames.ACCEPT_ENCODING)
        .filter(accepted -> accepted.contains("gzip"))
        .isPresent()) {
      response.header(HeaderNames.CONTENT_ENCODING, "gzip").send(packed);
    } else {
      response.send(content);
    }
  }

  private static byte[] pack(byte[] content) {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
      out.write(content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return packed.toByteArray();
  }
}
