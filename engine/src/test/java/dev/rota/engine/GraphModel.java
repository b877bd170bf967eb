package dev.rota.engine;

import dev.rota.JobState;
import dev.rota.NewGraph;
import dev.rota.NewJob;
import dev.rota.OnParentFailure;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * A GraphModel is a random graph of jobs of which some fail, and what has to become of each of them
 * in whatever order they run.
 */
final class GraphModel {
  private static final List<OnParentFailure> CHOICES = List.of(OnParentFailure.values());

  private record Node(List<Integer> parents, OnParentFailure choice, boolean good) {}

  private final List<Node> nodes = new ArrayList<>();
  private final List<Integer> order = new ArrayList<>();

  GraphModel(RandomGenerator random, int size) {
    for (int i = 0; i < size; i++) {
      List<Integer> parents = new ArrayList<>();
      int wanted = random.nextInt(4);
      for (int k = 0; k < wanted && i > 0; k++) {
        // Near ones make long chains, far ones join them.
        int parent =
            random.nextBoolean() ? Math.max(0, i - 1 - random.nextInt(5)) : random.nextInt(i);
        if (!parents.contains(parent)) {
          parents.add(parent);
        }
      }
      OnParentFailure choice = CHOICES.get(random.nextInt(CHOICES.size()));
      nodes.add(new Node(parents, choice, random.nextInt(12) > 0));
      order.add(i);
    }
    Collections.shuffle(order, random);
  }

  /** The graph, its jobs in no order. */
  NewGraph graph(String kind) {
    NewGraph.Builder graph = NewGraph.start();
    for (int i : order) {
      Node node = nodes.get(i);
      NewJob job =
          NewJob.kind(kind)
              .payload(node.good() ? "\"good\"" : "\"bad\"")
              .maxRetries(100)
              .onParentFailure(node.choice())
              .build();
      graph.add("n" + i, job, node.parents().stream().map(p -> "n" + p).toArray(String[]::new));
    }
    return graph.build();
  }

  /** What has to become of the jobs, in the order of the graph. */
  List<JobState> outcome() {
    List<JobState> states = new ArrayList<>();
    nodes.forEach(node -> states.add(state(node, states)));
    return order.stream().map(states::get).toList();
  }

  /** Of several parents that did not complete each one has the same to say. */
  private static JobState state(Node node, List<JobState> before) {
    boolean lost = node.parents().stream().anyMatch(p -> before.get(p) != JobState.COMPLETED);
    if (lost && node.choice() != OnParentFailure.RUN) {
      return node.choice() == OnParentFailure.FAIL ? JobState.FAILED : JobState.CANCELLED;
    }
    return node.good() ? JobState.COMPLETED : JobState.FAILED;
  }
}
