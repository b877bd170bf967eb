package dev.rota.worker;

import dev.rota.RotaException;

/** A JobCancelled ends a handler that was told to stop. */
public final class JobCancelled extends RotaException {
  JobCancelled(String message) {
    super("job-cancelled", message);
  }
}
