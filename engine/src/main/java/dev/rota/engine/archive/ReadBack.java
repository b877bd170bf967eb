package dev.rota.engine.archive;

/**
 * A ReadBack is what came of reading files of the archive.
 *
 * @param jobs how many were stored
 * @param known how many were there already, or have not ended in these files
 * @param executions how many were stored
 */
public record ReadBack(int files, long jobs, long known, long executions) {
  static final ReadBack NOTHING = new ReadBack(0, 0, 0, 0);

  ReadBack plus(ReadBack other) {
    return new ReadBack(
        files + other.files, jobs + other.jobs, known + other.known, executions + other.executions);
  }
}
