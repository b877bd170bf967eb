package dev.rota.engine.backup;

/** A Progress hears how far a backup is. */
@FunctionalInterface
public interface Progress {
  /**
   * @param table the one that is being read or written
   * @param rows how many are done in all
   * @param total how many there are; about, when a backup is taken
   */
  void at(String table, long rows, long total);
}
