package dev.rota.engine.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * An Outlook is what a simulation tells.
 *
 * @param step how long each number of waiting jobs stands for
 * @param hopeless keys that can never keep up, the worst first
 */
public record Outlook(
    Instant from, Instant to, Duration step, List<QueueOutlook> queues, List<KeyOutlook> hopeless) {
  public Outlook {
    queues = List.copyOf(queues);
    hopeless = List.copyOf(hopeless);
  }
}
