package dev.rota.worker;

/** A Target is what the jobs of a kind are handed to. */
sealed interface Target {
  /** How many jobs one call takes at the most. */
  int width();

  /** When its executions are measured. */
  Measuring measuring();

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

    @Override
    public Measuring measuring() {
      return handler.measuring();
    }
  }

  /** A handler of many jobs in one call. */
  record Batched(BatchHandler handler, int width) implements Target {
    @Override
    public Measuring measuring() {
      return Measuring.WHERE_LIMITED;
    }
  }
}
