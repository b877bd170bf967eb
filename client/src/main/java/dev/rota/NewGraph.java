package dev.rota;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A NewGraph is a number of new jobs that are stored together, and which of them wait for which.
 *
 * <pre>{@code
 * NewGraph.start()
 *     .add("fetch", NewJob.of("fetch", "{}"))
 *     .add("parse", NewJob.of("parse", "{}"), "fetch")
 *     .add("store", NewJob.of("store", "{}"), "parse")
 *     .build();
 * }</pre>
 */
public record NewGraph(List<Node> nodes) {
  /** So many jobs a graph may have. */
  public static final int MOST = 100_000;

  /**
   * A Node is one job of a graph.
   *
   * @param name what the others of the graph call it
   * @param after the names of those that it waits for, beside the parents that the job has itself
   */
  public record Node(String name, NewJob job, List<String> after) {
    public Node {
      Rules.name("name", name);
      Rules.range("depends_on", after.size() + job.parents().jobs().size(), 0, Parents.MOST);
      after = List.copyOf(after);
    }
  }

  public NewGraph {
    Rules.range("jobs", nodes.size(), 1, MOST);
    nodes = List.copyOf(nodes);
    Map<String, Integer> places = places(nodes);
    for (int i = 0; i < nodes.size(); i++) {
      checkNames(nodes.get(i), i, places);
    }
    checkOrder(nodes, places);
    checkKeys(nodes);
  }

  public static Builder start() {
    return new Builder();
  }

  /** For every node, the places of those in the graph that it waits for. */
  public List<List<Integer>> parents() {
    Map<String, Integer> places = places(nodes);
    return nodes.stream().map(node -> node.after().stream().map(places::get).toList()).toList();
  }

  private static Map<String, Integer> places(List<Node> nodes) {
    Map<String, Integer> places = new HashMap<>();
    for (int i = 0; i < nodes.size(); i++) {
      if (places.putIfAbsent(nodes.get(i).name(), i) != null) {
        throw new InvalidInput(
            "jobs[" + i + "].name", nodes.get(i).name(), "must be the name of one job only");
      }
    }
    return places;
  }

  private static void checkNames(Node node, int place, Map<String, Integer> places) {
    Set<String> seen = new HashSet<>();
    for (int k = 0; k < node.after().size(); k++) {
      String name = node.after().get(k);
      String field = "jobs[" + place + "].depends_on[" + k + "]";
      if (!places.containsKey(name)) {
        throw new InvalidInput(
            field, name, "must be the name of a job of the graph, or the id of a job");
      }
      if (!seen.add(name)) {
        throw new InvalidInput(field, name, "must not be named twice");
      }
    }
  }

  /** Of two jobs with one key only one would be stored, and waited for in the place of both. */
  private static void checkKeys(List<Node> nodes) {
    Map<List<String>, Integer> first = new HashMap<>();
    for (int i = 0; i < nodes.size(); i++) {
      NewJob job = nodes.get(i).job();
      if (job.unique() != null) {
        String key = job.unique().key();
        alone("unique.key", i, key, first.put(List.of(job.queue(), job.kind(), key), i));
      }
      String key = job.idempotencyKey();
      if (key != null) {
        alone("idempotency_key", i, key, first.put(List.of(key), i));
      }
    }
  }

  private static void alone(String field, int place, String key, @Nullable Integer before) {
    if (before != null) {
      throw new InvalidInput(
          "jobs[" + place + "]." + field, key, "must not be that of jobs[" + before + "] too");
    }
  }

  /** Takes away what waits for nothing that is left, again and again: what stays is in a circle. */
  private static void checkOrder(List<Node> nodes, Map<String, Integer> places) {
    int[] waits = new int[nodes.size()];
    List<List<Integer>> children = new ArrayList<>();
    nodes.forEach(node -> children.add(new ArrayList<>()));
    List<Integer> free = new ArrayList<>();
    for (int i = 0; i < waits.length; i++) {
      waits[i] = nodes.get(i).after().size();
      for (String parent : nodes.get(i).after()) {
        children.get(place(places, parent)).add(i);
      }
      if (waits[i] == 0) {
        free.add(i);
      }
    }
    for (int next = 0; next < free.size(); next++) {
      for (int child : children.get(free.get(next))) {
        if (--waits[child] == 0) {
          free.add(child);
        }
      }
    }
    if (free.size() < nodes.size()) {
      throw circle(nodes, places, waits);
    }
  }

  private static InvalidInput circle(List<Node> nodes, Map<String, Integer> places, int[] waits) {
    int at = 0;
    while (waits[at] == 0) {
      at++;
    }
    List<Integer> path = new ArrayList<>();
    while (!path.contains(at)) {
      path.add(at);
      at =
          nodes.get(at).after().stream()
              .map(name -> place(places, name))
              .filter(parent -> waits[parent] > 0)
              .findFirst()
              .orElseThrow();
    }
    List<String> names = new ArrayList<>();
    path.subList(path.indexOf(at), path.size()).forEach(i -> names.add(nodes.get(i).name()));
    names.add(nodes.get(at).name());
    return new InvalidInput(
        "jobs[" + at + "].depends_on",
        nodes.get(at).name(),
        "must not lead back to the job itself: " + String.join(" waits for ", names));
  }

  private static int place(Map<String, Integer> places, String name) {
    Integer place = places.get(name);
    if (place == null) {
      throw new IllegalStateException("no job " + name);
    }
    return place;
  }

  /** A Builder collects the jobs of one graph. */
  public static final class Builder {
    private final List<Node> nodes = new ArrayList<>();

    private Builder() {}

    /** Adds a job that waits for those of these names, which may be added later. */
    public Builder add(String name, NewJob job, String... after) {
      nodes.add(new Node(name, job, List.of(after)));
      return this;
    }

    public NewGraph build() {
      return new NewGraph(nodes);
    }
  }
}
