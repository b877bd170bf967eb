package dev.rota.engine;

/**
 * A Recovered counts what a recovery did with stalled jobs.
 *
 * @param requeued went back to pending
 * @param failed had no retries left
 * @param quarantined took too many workers with them and are held
 * @param cancelled were to be cancelled anyway
 */
public record Recovered(int requeued, int failed, int quarantined, int cancelled) {
  public static final Recovered NONE = new Recovered(0, 0, 0, 0);

  public int total() {
    return requeued + failed + quarantined + cancelled;
  }

  Recovered plus(Recovered other) {
    return new Recovered(
        requeued + other.requeued,
        failed + other.failed,
        quarantined + other.quarantined,
        cancelled + other.cancelled);
  }
}
