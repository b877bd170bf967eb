package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.Outcome;
import dev.rota.Report;
import dev.rota.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/** Verdicts are all that was answered to reports in a history, held against what is on record. */
final class Verdicts {
  private final Map<Long, List<Given>> byFence = new ConcurrentHashMap<>();

  private final Map<Long, Long> jobs = new ConcurrentHashMap<>();

  private record Given(String outcome, Verdict verdict, boolean noted) {}

  void add(List<Report> reports, List<Verdict> verdicts) {
    assertThat(verdicts).hasSameSizeAs(reports);
    for (int i = 0; i < reports.size(); i++) {
      add(reports.get(i), verdicts.get(i), true);
    }
  }

  /**
   * @param noted whether a fenced report was answered in a transaction that was committed
   */
  void add(Report report, Verdict verdict, boolean noted) {
    jobs.put(report.fence(), report.job());
    byFence
        .computeIfAbsent(
            report.fence(), f -> java.util.Collections.synchronizedList(new ArrayList<>()))
        .add(new Given(word(report.outcome()), verdict, noted));
  }

  private static String word(Outcome outcome) {
    return outcome.getClass().getSimpleName().toLowerCase(java.util.Locale.ROOT);
  }

  /**
   * What was accepted is on record, under one outcome; what was fenced is not, and was noted.
   *
   * @param recorded the outcomes on record by fence; an execution that was recovered is "stalled"
   * @param noted how often a fenced report was noted, by fence
   * @param deleted jobs of which there is no record any more
   */
  void check(Map<Long, String> recorded, Map<Long, Integer> noted, Set<Long> deleted) {
    byFence.keySet().removeIf(fence -> deleted.contains(jobs.get(fence)));
    byFence.forEach((fence, all) -> {
      Set<String> accepted = new TreeSet<>();
      int fenced = 0;
      for (Given one : all) {
        if (one.verdict() == Verdict.ACCEPTED) {
          accepted.add(one.outcome());
        } else if (one.noted()) {
          fenced++;
        }
      }
      assertThat(accepted)
          .as("outcomes accepted under fence %s: %s", fence, all)
          .hasSizeLessThanOrEqualTo(1);
      String record = recorded.getOrDefault(fence, "released");
      if (accepted.isEmpty()) {
        assertThat(record)
            .as("record of fence %s, never accepted: %s", fence, all)
            .isIn("stalled", "released");
      } else {
        assertThat(accepted).as("record of fence %s: %s", fence, all).containsExactly(record);
      }
      assertThat(noted.getOrDefault(fence, 0))
          .as("notes of late reports under fence %s: %s", fence, all)
          .isEqualTo(fenced);
    });
  }
}
