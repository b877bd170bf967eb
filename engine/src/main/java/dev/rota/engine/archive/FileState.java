package dev.rota.engine.archive;

import java.util.Locale;

/** A FileState is how a node sees a file of the archive. */
public enum FileState {
  PRESENT,
  MISSING,
  /** It has another size than was written. */
  DAMAGED,
  /** This node has no folder to look into. */
  UNKNOWN;

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
