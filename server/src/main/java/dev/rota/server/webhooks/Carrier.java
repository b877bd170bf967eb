package dev.rota.server.webhooks;

import dev.rota.engine.webhooks.Dispatch;

/** A Carrier makes one try to deliver something. */
interface Carrier extends AutoCloseable {
  Attempt carry(Dispatch dispatch) throws InterruptedException;

  @Override
  default void close() {}
}
