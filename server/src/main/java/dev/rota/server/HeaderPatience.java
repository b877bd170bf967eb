package dev.rota.server;

import io.helidon.http.Headers;
import io.helidon.http.HttpPrologue;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http1.Http1ConnectionListener;

/**
 * A HeaderPatience ends requests that have begun and whose headers do not come. Helidon itself
 * waits for them without end.
 */
record HeaderPatience(Patience patience) implements Http1ConnectionListener {

  @Override
  public void prologue(ConnectionContext connection, HttpPrologue prologue) {
    patience.beginOpen();
  }

  @Override
  public void headers(ConnectionContext connection, Headers headers) {
    Patience.endOpen();
  }
}
