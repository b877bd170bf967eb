package dev.rota.engine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Plans a claim from the heads of the lanes: which strips to take jobs from, in which order.
 * Effective priority comes first, then fewer retries, then age. Lanes that are equal in the first
 * two (several kinds or queues) are merged by age as far as their heads tell, and share what is
 * left of the claim evenly.
 */
final class Strips {
  private static final Comparator<Head> ORDER =
      Comparator.comparingInt((Head head) -> -head.effectivePriority())
          .thenComparingInt(Head::place)
          .thenComparingLong(Head::seq);

  private final int max;
  private final Quotas quotas;
  private final List<Strip> strips = new ArrayList<>();

  private Strips(int max, Quotas quotas) {
    this.max = max;
    this.quotas = quotas;
  }

  static List<Strip> plan(List<Head> heads, int max, Quotas quotas) {
    Strips plan = new Strips(max, quotas);
    List<Head> ordered = heads.stream().sorted(ORDER).toList();
    for (int from = 0; from < ordered.size(); ) {
      int to = from + 1;
      while (to < ordered.size() && isTie(ordered.get(from), ordered.get(to))) {
        to++;
      }
      int next = to < ordered.size() ? ordered.get(to).effectivePriority() : 0;
      plan.addTies(ordered.subList(from, to), next);
      from = to;
    }
    return plan.strips;
  }

  private static boolean isTie(Head a, Head b) {
    return a.effectivePriority() == b.effectivePriority() && a.place() == b.place();
  }

  private void addTies(List<Head> ties, int nextPriority) {
    Head oldest = ties.get(0);
    if (ties.size() == 1) {
      add(oldest, oldest.seq(), Long.MAX_VALUE, nextPriority, max);
      return;
    }
    long second = ties.get(1).seq();
    add(oldest, oldest.seq(), second, nextPriority, max);
    int share = (max + ties.size() - 1) / ties.size();
    add(oldest, second, Long.MAX_VALUE, nextPriority, share);
    for (Head head : ties.subList(1, ties.size())) {
      add(head, head.seq(), Long.MAX_VALUE, nextPriority, share);
    }
  }

  private void add(Head head, long from, long to, int nextPriority, int wanted) {
    int quota = quotas.take(head.route(), wanted);
    if (quota > 0) {
      strips.add(new Strip(head.route(), head.lane(), from, to, head.waitFor(nextPriority), quota));
    }
  }

  /**
   * Quotas are how many jobs a claim may take of each route and queue. They are handed to strips in
   * order, so that the strips of a limited queue never sum up to more than its limit.
   */
  static final class Quotas {
    private final int max;
    private final Map<Integer, String> queues = new HashMap<>();
    private final Map<Integer, Integer> byRoute = new HashMap<>();
    private final Map<String, Integer> byQueue = new HashMap<>();

    Quotas(int max) {
      this.max = max;
    }

    void queue(String queue, int most) {
      byQueue.put(queue, most);
    }

    void route(Route route, int most) {
      queues.put(route.id(), route.queue());
      byRoute.put(route.id(), most);
    }

    List<Integer> routes() {
      return List.copyOf(byRoute.keySet());
    }

    int take(int route, int wanted) {
      String queue = queues.get(route);
      if (queue == null) {
        return 0;
      }
      int ofRoute = byRoute.getOrDefault(route, 0);
      int ofQueue = byQueue.getOrDefault(queue, 0);
      int quota = Math.min(wanted, Math.min(ofRoute, ofQueue));
      if (ofRoute < max) {
        byRoute.put(route, ofRoute - quota);
      }
      if (ofQueue < max) {
        byQueue.put(queue, ofQueue - quota);
      }
      return quota;
    }
  }
}
