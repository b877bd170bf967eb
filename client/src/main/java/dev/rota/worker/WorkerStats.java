package dev.rota.worker;

import java.util.Map;

/**
 * A WorkerStats is what a worker is doing at one moment, and what it has done since its start.
 *
 * @param queues by queue name
 * @param claimed leases taken; the others count how they ended
 * @param fenced reports that came too late
 * @param lost executions stopped because their lease had ended
 */
public record WorkerStats(
    Map<String, Queue> queues,
    long claimed,
    long completed,
    long failed,
    long cancelled,
    long released,
    long fenced,
    long lost) {
  public WorkerStats {
    queues = Map.copyOf(queues);
  }

  /**
   * A Queue is one queue's share of a worker.
   *
   * @param running calls of handlers under way
   * @param prefetched leases that wait for a slot
   * @param free slots without a call
   */
  public record Queue(int running, int prefetched, int free) {}

  public int running() {
    return queues.values().stream().mapToInt(Queue::running).sum();
  }

  public int prefetched() {
    return queues.values().stream().mapToInt(Queue::prefetched).sum();
  }

  public int free() {
    return queues.values().stream().mapToInt(Queue::free).sum();
  }
}
