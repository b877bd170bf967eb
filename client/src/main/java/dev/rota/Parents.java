package dev.rota;

import java.util.List;

/**
 * Parents are the jobs that a new job depends on: it waits until they have completed.
 *
 * @param jobs their ids
 * @param onFailure what becomes of the job when one of them does not complete
 */
public record Parents(List<Long> jobs, OnParentFailure onFailure) {
  /** Waits for nobody. */
  public static final Parents NONE = new Parents(List.of(), OnParentFailure.CANCEL);

  /** So many a job may have. */
  public static final int MOST = 1_000;

  public Parents {
    Rules.range("depends_on", jobs.size(), 0, MOST);
    jobs = List.copyOf(jobs);
    for (int i = 0; i < jobs.size(); i++) {
      if (jobs.indexOf(jobs.get(i)) < i) {
        throw new InvalidInput("depends_on[" + i + "]", jobs.get(i), "must not be named twice");
      }
    }
  }

  boolean isNone() {
    return jobs.isEmpty() && onFailure == OnParentFailure.CANCEL;
  }
}
