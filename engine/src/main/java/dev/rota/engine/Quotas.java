package dev.rota.engine;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Quotas are how many jobs a claim may still take of each queue and of each kind in it. A number
 * that the claim as a whole cannot exceed is no quota.
 */
final class Quotas {
  private static final int NONE = Integer.MAX_VALUE;

  private final Map<Integer, Route> routes;
  private final Map<String, Integer> byQueue;
  private final Map<Kind, Integer> byKind;

  Quotas() {
    this(new HashMap<>(), new HashMap<>(), new HashMap<>());
  }

  private Quotas(
      Map<Integer, Route> routes, Map<String, Integer> byQueue, Map<Kind, Integer> byKind) {
    this.routes = routes;
    this.byQueue = byQueue;
    this.byKind = byKind;
  }

  private record Kind(String queue, String kind) {
    static Kind of(Route route) {
      return new Kind(route.queue(), route.kind());
    }
  }

  void queue(String queue, int most) {
    byQueue.put(queue, most);
  }

  /** Routes that differ in their capabilities share the quota of their kind. */
  void route(Route route, int mostOfKind) {
    routes.put(route.id(), route);
    byKind.put(Kind.of(route), mostOfKind);
  }

  /** The same quotas for a claim of so many jobs, to plan with. */
  Quotas within(int max) {
    Quotas plan = new Quotas(routes, new HashMap<>(byQueue), new HashMap<>(byKind));
    plan.byQueue.replaceAll((queue, most) -> most < max ? most : NONE);
    plan.byKind.replaceAll((kind, most) -> most < max ? most : NONE);
    return plan;
  }

  String queueOf(int route) {
    return known(route).queue();
  }

  int left(int route) {
    Route known = known(route);
    return Math.min(byKind.getOrDefault(Kind.of(known), 0), byQueue.getOrDefault(known.queue(), 0));
  }

  /** How many jobs of the queues of these lanes a claim of so many may take. */
  int leftOf(List<Head> heads, int max) {
    long left =
        heads.stream()
            .map(head -> queueOf(head.route()))
            .distinct()
            .mapToLong(this::leftOfQueue)
            .sum();
    return (int) Math.min(max, left);
  }

  int leftOfQueue(String queue) {
    return byQueue.getOrDefault(queue, 0);
  }

  void use(int route, int jobs) {
    useOfKind(route, jobs);
    useOfQueue(known(route).queue(), jobs);
  }

  void useOfKind(int route, int jobs) {
    byKind.computeIfPresent(Kind.of(known(route)), (kind, left) -> minus(left, jobs));
  }

  void useOfQueue(String queue, int jobs) {
    byQueue.computeIfPresent(queue, (name, left) -> minus(left, jobs));
  }

  private static int minus(int left, int jobs) {
    return left == NONE ? NONE : Math.max(0, left - jobs);
  }

  private Route known(int route) {
    Route known = routes.get(route);
    if (known == null) {
      throw new IllegalStateException("route " + route + " was not asked for");
    }
    return known;
  }
}
