package dev.rota;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A NewBatch is a number of new jobs that belong together, and what to do when they are done.
 *
 * @param open whether it goes on, even without a job that is left, until it is closed
 * @param onComplete the job that runs when all of them have ended, however they did
 * @param onFailure the job that runs as soon as one of them has failed for good
 */
public record NewBatch(
    String name,
    List<NewJob> jobs,
    boolean open,
    @Nullable NewJob onComplete,
    @Nullable NewJob onFailure,
    String createdBy) {

  public NewBatch {
    Rules.name("name", name);
    Rules.range("jobs", jobs.size(), 0, NewGraph.MOST);
    Rules.name("created_by", createdBy);
    jobs = List.copyOf(jobs);
    refuseParents("on_complete", onComplete);
    refuseParents("on_failure", onFailure);
  }

  /** Of these jobs, with nothing to follow. */
  public static NewBatch of(String name, NewJob... jobs) {
    return new NewBatch(name, List.of(jobs), false, null, null, "system");
  }

  public NewBatch onComplete(NewJob job) {
    return new NewBatch(name, jobs, open, job, onFailure, createdBy);
  }

  public NewBatch onFailure(NewJob job) {
    return new NewBatch(name, jobs, open, onComplete, job, createdBy);
  }

  /** The same, but open until it is closed. */
  public NewBatch untilClosed() {
    return new NewBatch(name, jobs, true, onComplete, onFailure, createdBy);
  }

  private static void refuseParents(String field, @Nullable NewJob job) {
    if (job != null && !job.parents().jobs().isEmpty()) {
      throw new InvalidInput(
          field + ".depends_on",
          job.parents().jobs().getFirst(),
          "must not be given: it waits for the batch");
    }
    if (job != null && (job.unique() != null || job.idempotencyKey() != null)) {
      throw new InvalidInput(
          field + (job.unique() != null ? ".unique" : ".idempotency_key"),
          job.kind(),
          "must not be given: each batch has its own");
    }
  }
}
