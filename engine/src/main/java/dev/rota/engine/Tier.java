package dev.rota.engine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A Tier is the lanes of one priority, where several tenants take turns. It comes before another by
 * its oldest head: waiting makes jobs overtake those of other priorities, never another tenant's of
 * the same.
 *
 * @param after what the tier that comes next counts as
 */
record Tier(int priority, List<Head> heads, int after) {
  /** The tiers of some heads, in the order in which they are served. */
  static List<Tier> of(List<Head> heads) {
    List<List<Head>> ordered =
        heads.stream().collect(Collectors.groupingBy(Head::priority)).values().stream()
            .sorted(Comparator.comparing(Tier::first, Strips.ORDER))
            .toList();
    List<Tier> tiers = new ArrayList<>();
    for (int i = 0; i < ordered.size(); i++) {
      int after = i + 1 < ordered.size() ? first(ordered.get(i + 1)).effectivePriority() : 0;
      tiers.add(new Tier(ordered.get(i).get(0).priority(), ordered.get(i), after));
    }
    return tiers;
  }

  boolean has(Head head) {
    return head.priority() == priority;
  }

  /** The heads of each tenant. */
  Map<String, List<Head>> byTenant(Function<Head, String> tenant) {
    return heads.stream().collect(Collectors.groupingBy(tenant, TreeMap::new, Collectors.toList()));
  }

  private static Head first(List<Head> heads) {
    return heads.stream().min(Strips.ORDER).orElseThrow();
  }
}
