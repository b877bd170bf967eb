package dev.rota;

import java.util.List;
import java.util.Map;

/** A Claim is a worker's wish for up to {@code max} jobs, and of which queues and kinds. */
public record Claim(int max, List<Want> wants) {
  /** No wish at all: an exchange that only reports. */
  public static final Claim NOTHING = new Claim(0, List.of());

  public Claim {
    wants = List.copyOf(wants);
  }

  /**
   * A Want is one queue's share of a claim.
   *
   * @param kinds at most how many of each kind; empty means any kind
   * @param slots how many jobs of the queue the worker runs at a time, busy or not
   */
  public record Want(String queue, int max, Map<String, Integer> kinds, int slots) {
    public Want {
      kinds = Map.copyOf(kinds);
    }

    /** A want of a worker that has as many slots as it asks for jobs. */
    public Want(String queue, int max, Map<String, Integer> kinds) {
      this(queue, max, kinds, max);
    }
  }

  /** Up to {@code max} jobs of any kind from one queue. */
  public static Claim of(String queue, int max) {
    return new Claim(max, List.of(new Want(queue, max, Map.of())));
  }

  public boolean isEmpty() {
    return max <= 0 || wants.isEmpty();
  }
}
