package dev.rota.engine.scheduler;

/**
 * SchedulerEvents are told what the scheduler of this node decides; every method returns at once
 * and throws nothing.
 */
public interface SchedulerEvents {
  /** Tells nobody. */
  SchedulerEvents NONE = new SchedulerEvents() {};

  /** So many planned times met this fate. */
  default void fated(Fate fate, int count) {}
}
