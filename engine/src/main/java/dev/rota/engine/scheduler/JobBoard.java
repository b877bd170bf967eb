package dev.rota.engine.scheduler;

import dev.rota.Job;
import dev.rota.Rules;
import dev.rota.engine.JobFilter;
import dev.rota.engine.Jobs;
import dev.rota.engine.Keyed;
import dev.rota.engine.Page;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
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
    /** A job that runs once. */
    record Once(Job job) implements Listed {}

    /** A job that recurs. */
    record Again(RecurringJob job) implements Listed {}
  }

  public Page<Listed> list(JobFilter filter, int limit, @Nullable Long after) {
    Rules.range("limit", limit, 1, MOST);
    boolean runs = filter.schedule() != null;
    List<Keyed<Listed>> found = new ArrayList<>();
    add(
        found,
        jobs.keyed(runs ? filter : filter.leavingOutRuns(), limit + 1, after),
        Listed.Once::new);
    if (!runs) {
      add(found, recurring.list(filter, limit + 1, after), Listed.Again::new);
    }
    found.sort(Comparator.comparingLong((Keyed<Listed> one) -> one.key()).reversed());
    return Page.of(found, limit);
  }

  private static <T> void add(
      List<Keyed<Listed>> found, List<Keyed<T>> some, Function<T, Listed> sort) {
    some.forEach(one -> found.add(new Keyed<>(sort.apply(one.item()), one.key())));
  }
}
