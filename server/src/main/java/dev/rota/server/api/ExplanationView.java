package dev.rota.server.api;

import dev.rota.engine.Blocker;
import dev.rota.engine.Explanation;
import dev.rota.server.http.Ids;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An ExplanationView is why a job is not running, as the API shows it. */
record ExplanationView(
    String jobId,
    String status,
    String summary,
    List<BlockerView> blockers,
    @Nullable Long ahead,
    @Nullable Instant expectedStartAt,
    @Nullable String expectedStartUnknown,
    @Nullable String worker,
    @Nullable Instant startedAt,
    @Nullable Instant leaseUntil,
    @Nullable Instant endedAt) {

  /** One thing that keeps a job from running. */
  record BlockerView(
      String code,
      String message,
      String action,
      @Nullable Instant until,
      @Nullable String jobId,
      @Nullable String worker) {
    static BlockerView of(Blocker blocker) {
      return new BlockerView(
          blocker.code(),
          blocker.message(),
          blocker.action(),
          blocker.until(),
          Ids.JOB.showOrNull(blocker.job()),
          blocker.worker());
    }
  }

  /** What the one who asked calls the job goes first: the run of a recurring job is that job. */
  static ExplanationView of(String id, Explanation explanation) {
    return new ExplanationView(
        id,
        explanation.state().word(),
        explanation.summary(),
        explanation.blockers().stream().map(BlockerView::of).toList(),
        explanation.ahead(),
        explanation.expectedStart(),
        explanation.unexpected(),
        explanation.worker(),
        explanation.startedAt(),
        explanation.leaseUntil(),
        explanation.endedAt());
  }
}
