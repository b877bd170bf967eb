package dev.rota;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A Taker is a worker as its source sees it while the worker is idle: it may be handed jobs the
 * moment they are there, without having to ask for them.
 */
public interface Taker {
  /**
   * Keeps places for so many jobs of a queue and kind, or for fewer.
   *
   * @return null if the worker has no place, or is about to ask for jobs that may come first
   */
  @Nullable Places keep(String queue, String kind, int jobs);

  /** Places are kept until they are filled, which must be done once. */
  interface Places {
    int count();

    /** Starts these jobs; places that are left are free again. */
    void fill(List<Lease> leases);
  }
}
