package dev.rota.server.access;

import dev.rota.server.Patience;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import java.io.InputStream;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A BodyWatch sees to it that the body of a request ends: while a route reads it, and after it,
 * when the server skips what no route has read.
 */
final class BodyWatch implements UnaryOperator<InputStream> {
  private final boolean hasBody;
  private final long most;
  private final Patience patience;
  private @Nullable BoundedStream body;

  BodyWatch(ServerRequest request, long most, Patience patience) {
    this.hasBody =
        request.headers().contentLength().orElse(0) > 0
            || request.headers().contains(HeaderNames.TRANSFER_ENCODING);
    this.most = most;
    this.patience = patience;
  }

  @Override
  public InputStream apply(InputStream in) {
    body = new BoundedStream(in, most, patience);
    return body;
  }

  boolean isUnread() {
    return hasBody && (body == null || !body.isOver());
  }

  /** The route is done. */
  void leave() {
    if (isUnread()) {
      patience.beginOpen();
    }
  }
}
