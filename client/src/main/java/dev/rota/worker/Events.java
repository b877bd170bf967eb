package dev.rota.worker;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.Consumer;

/** Tells the listener, and keeps the worker from what the listener throws. */
final class Events {
  private static final Logger LOG = System.getLogger(Events.class.getName());

  private final WorkerListener listener;

  Events(WorkerListener listener) {
    this.listener = listener;
  }

  void tell(Consumer<WorkerListener> event) {
    try {
      event.accept(listener);
    } catch (RuntimeException | Error e) {
      LOG.log(Level.WARNING, "A worker's listener threw an exception", e);
    }
  }
}
