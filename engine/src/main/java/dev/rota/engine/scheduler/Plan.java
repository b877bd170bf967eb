package dev.rota.engine.scheduler;

import java.time.Instant;

/**
 * A Plan says that each active target of a kind has a schedule of this sort; the scheduler keeps
 * the schedules equal to it.
 *
 * @param schedules how many schedules it has now
 */
public record Plan(long id, NewPlan definition, Instant createdAt, long schedules) {
  public String name() {
    return definition.name();
  }
}
