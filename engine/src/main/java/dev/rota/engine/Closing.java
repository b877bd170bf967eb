package dev.rota.engine;

import java.lang.System.Logger.Level;

/** Closes parts on the way out, where one that fails must not keep the others from closing. */
final class Closing {
  private static final System.Logger LOG = System.getLogger(Closing.class.getName());

  private Closing() {}

  static void quietly(AutoCloseable part) {
    try {
      part.close();
    } catch (Exception e) {
      LOG.log(Level.WARNING, "closing failed: " + e.getMessage(), e);
    }
  }
}
