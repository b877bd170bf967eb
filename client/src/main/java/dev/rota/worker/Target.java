package dev.rota.worker;

/** A Target is what the jobs of a kind are handed to. */
sealed interface Target {
  /** How many jobs one call takes at the most. */
  int width();

  /**
   * A handler of one job.
   *
   * @param concurrency how many calls at a time, over all queues; 0 leaves it to the queues
   */
  record Single(Handler handler, int concurrency) implements Target {
    @Override
    public int width() {
      return 1;
    }
  }

  /** A handler of many jobs in one call. */
  record Batched(BatchHandler handler, int width) implements Target {}
}
