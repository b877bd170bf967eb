package dev.rota.engine.scheduler;

import dev.rota.engine.Blocker;
import dev.rota.engine.Explanation;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** BetweenRuns is why a recurring job has no run that is under way. */
final class BetweenRuns {
  private BetweenRuns() {}

  static Explanation explain(RecurringJob job) {
    Instant next = job.nextRunAt();
    return switch (job.state()) {
      case PAUSED -> stopped(job, blocker("paused", "it is paused", "resume it", null));
      case FAILED ->
          stopped(job, blocker("failed", "its last run failed for good", "retry it by hand", null));
      case CANCELLED -> explanation(job, "it was cancelled", List.of(), null, "it has ended");
      case PENDING, SCHEDULED, RUNNING, COMPLETED ->
          next == null
              ? explanation(job, "no further run is planned", List.of(), null, "it has ended")
              : waiting(job, next);
    };
  }

  private static Explanation waiting(RecurringJob job, Instant next) {
    String message = "its next run is due at " + next;
    Blocker later = blocker("due_later", message, "wait, or change when it is due", next);
    return explanation(job, message, List.of(later), next, null);
  }

  private static Explanation stopped(RecurringJob job, Blocker blocker) {
    return explanation(job, blocker.message(), List.of(blocker), null, blocker.message());
  }

  private static Blocker blocker(
      String code, String message, String action, @Nullable Instant until) {
    return new Blocker(code, message, action, until, null, null);
  }

  private static Explanation explanation(
      RecurringJob job,
      String summary,
      List<Blocker> blockers,
      @Nullable Instant start,
      @Nullable String unexpected) {
    return new Explanation(
        job.id(),
        job.state(),
        summary,
        blockers,
        null,
        start,
        unexpected,
        null,
        null,
        null,
        job.cancelledAt());
  }
}
