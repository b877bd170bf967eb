package dev.rota.engine;

import dev.rota.NewJob;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A Tally counts the new jobs of each queue and kind, to be told when they are stored. */
final class Tally {
  private final Map<Line, Integer> counts = new HashMap<>();

  private record Line(String queue, String kind) {}

  void add(List<NewJob> jobs, List<Enqueued> answers) {
    for (int i = 0; i < jobs.size(); i++) {
      if (!answers.get(i).duplicate()) {
        counts.merge(new Line(jobs.get(i).queue(), jobs.get(i).kind()), 1, Integer::sum);
      }
    }
  }

  void tell(EngineEvents events) {
    counts.forEach((line, jobs) -> events.enqueued(line.queue(), line.kind(), jobs));
  }

  long total() {
    return counts.values().stream().mapToLong(Integer::longValue).sum();
  }
}
