package dev.rota.engine.scheduler;

import dev.rota.Job;
import dev.rota.Rules;
import dev.rota.engine.Count;
import dev.rota.engine.JobFilter;
import dev.rota.engine.Jobs;
import dev.rota.engine.Page;
import dev.rota.engine.Sieve;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A JobBoard lists jobs that run once and jobs that recur together, newest first. The runs of
 * recurring ones are not on it, unless they are asked for by their schedule. All ids are drawn from
 * one sequence, so that both have their places in one order.
 */
public final class JobBoard {
  private static final int MOST = 1_000;

  private final Jobs jobs;
  private final RecurringJobs recurring;

  JobBoard(Jobs jobs, RecurringJobs recurring) {
    this.jobs = jobs;
    this.recurring = recurring;
  }

  /** A Listed is one of the two sorts. */
  public sealed interface Listed {
    long id();

    /** A job that runs once. */
    record Once(Job job) implements Listed {
      @Override
      public long id() {
        return job.id();
      }
    }

    /** A job that recurs. */
    record Again(RecurringJob job) implements Listed {
      @Override
      public long id() {
        return job.id();
      }
    }
  }

  /**
   * A page of both sorts. Where the jobs that run once have been looked at only so far, those that
   * recur are shown only so far, too.
   */
  public Page<Listed> list(JobFilter filter, int limit, @Nullable Long after) {
    Rules.range("limit", limit, 1, MOST);
    Page<Job> once = jobs.list(once(filter), limit, after);
    long edge = once.next() == null ? 0 : once.next();
    List<Listed> found = new ArrayList<>();
    once.items().forEach(job -> found.add(new Listed.Once(job)));
    if (hasRecurring(filter)) {
      recurring.list(filter, limit + 1, after).stream()
          .filter(job -> job.id() >= edge)
          .forEach(job -> found.add(new Listed.Again(job)));
    }
    found.sort(Comparator.comparingLong(Listed::id).reversed());
    return found.size() > limit
        ? new Page<>(found.subList(0, limit), found.get(limit - 1).id())
        : new Page<>(found, once.next(), once.partial());
  }

  /** How many of both sorts match, up to ten thousand and as far as its time goes. */
  public Count count(JobFilter filter) {
    Count once = jobs.count(once(filter));
    int recur = hasRecurring(filter) ? recurring.list(filter, MOST, null).size() : 0;
    return new Count(once.counted() + recur, once.more() || recur == MOST);
  }

  /** The jobs that run once and are on the board: which bulk operations mean as well. */
  public static JobFilter once(JobFilter filter) {
    return filter.schedule() == null ? filter.leavingOutRuns() : filter;
  }

  private static boolean hasRecurring(JobFilter filter) {
    return filter.schedule() == null && filter.sieve().equals(Sieve.NONE);
  }
}
