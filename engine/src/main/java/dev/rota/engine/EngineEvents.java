package dev.rota.engine;

import dev.rota.Lease;
import dev.rota.Report;
import java.time.Duration;

/**
 * EngineEvents are told what happens on this node; every method returns at once and throws nothing.
 */
public interface EngineEvents {
  /** Tells nobody. */
  EngineEvents NONE = new EngineEvents() {};

  /** These and others are told. */
  default EngineEvents and(EngineEvents others) {
    return new BothEvents(this, others);
  }

  /** Jobs were stored by this node. */
  default void enqueued(String queue, String kind, int jobs) {}

  /** An execution was claimed by this node, so long after its job became due. */
  default void claimed(Lease lease, Duration waited) {}

  /** An outcome was recorded; {@code again} if it failed and the job will be tried again. */
  default void reported(Report report, boolean again) {}

  /** An execution was handed to a worker outside this process. */
  default void handedOut(Lease lease) {}

  /** What a recorded outcome ended. */
  default void ended(Ending ending) {}

  /** A report came too late and changed nothing. */
  default void fenced(Report report) {}

  /** Stalled jobs were recovered by this node. */
  default void recovered(Recovered counts) {}
}
