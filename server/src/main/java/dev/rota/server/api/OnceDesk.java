package dev.rota.server.api;

import dev.rota.InvalidInput;
import dev.rota.Job;
import dev.rota.JobState;
import dev.rota.NewJob;
import dev.rota.RotaException;
import dev.rota.engine.Explanation;
import dev.rota.engine.Holding;
import dev.rota.engine.JobNotes;
import dev.rota.engine.JobStats;
import dev.rota.engine.Jobs;
import dev.rota.engine.NumberedExecution;
import dev.rota.server.http.Ids;
import dev.rota.server.http.Principal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A OnceDesk is the desk of jobs that run once, and of the single runs of those that recur.
 *
 * @param stopPatience how long a cancellation waits for the worker to stop
 */
record OnceDesk(Jobs jobs, JobNotes notes, Duration stopPatience) implements JobDesk {
  private static final int MOST_KIN = 100;
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);

  @Override
  public JobView get(long id) {
    Job job = job(id);
    Holding holding = notes.holdings(List.of(id)).get(id);
    if (holding == null) {
      throw unknown(id);
    }
    return JobView.of(job, holding, jobs.kin(id, MOST_KIN));
  }

  /** Refuses a job that would read what jobs of queues give that its caller may not use. */
  void needParents(Principal principal, NewJob job) {
    if (principal.isLimited()) {
      job.parents()
          .jobs()
          .forEach(id -> jobs.get(id).ifPresent(parent -> principal.needQueue(parent.queue())));
    }
  }

  /** Jobs as callers see them. */
  List<JobView> views(List<Job> some) {
    Map<Long, Holding> holdings = notes.holdings(some.stream().map(Job::id).toList());
    return some.stream()
        .filter(job -> holdings.containsKey(job.id()))
        .map(job -> JobView.of(job, Objects.requireNonNull(holdings.get(job.id())), null))
        .toList();
  }

  @Override
  public JobView update(long id, JobUpdateBody body, String actor) {
    boolean recurs = body.scheduleEnabled() != null && body.scheduleEnabled();
    if (recurs || !body.recurrence().isEmpty()) {
      throw new InvalidInput(
          recurs ? "schedule_enabled" : "interval_minutes",
          Ids.JOB.show(id),
          "is for jobs that recur, and this one runs once");
    }
    return view(jobs.update(id, body.changes(job(id).payload()), actor));
  }

  @Override
  public void delete(long id, String actor) {
    jobs.delete(id, actor);
  }

  @Override
  public JobView cancel(long id, String actor) {
    return view(stopped(jobs.cancel(id, actor)));
  }

  /** The job once its worker has stopped; still as it runs if the worker takes its time. */
  private Job stopped(Job cancelled) {
    long start = System.nanoTime();
    Job job = cancelled;
    while (job.state() == JobState.RUNNING
        && System.nanoTime() - start < stopPatience.toNanos()
        && paused()) {
      job = job(job.id());
    }
    return job;
  }

  /** Whether the time between two looks went by undisturbed. */
  private static boolean paused() {
    try {
      Thread.sleep(BETWEEN_LOOKS);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public JobView pause(long id, String actor) {
    return view(jobs.pause(id, actor));
  }

  @Override
  public JobView resume(long id, String actor) {
    return view(jobs.resume(id, actor));
  }

  @Override
  public JobView retry(long id, String actor) {
    return view(jobs.retry(id, actor));
  }

  @Override
  public JobView release(long id, String actor) {
    return view(jobs.release(id, actor));
  }

  @Override
  public JobView prioritize(long id, int priority, String actor) {
    return view(jobs.prioritize(id, priority, actor));
  }

  @Override
  public JobView boost(long id, int by, String actor) {
    return view(jobs.boost(id, by, actor));
  }

  @Override
  public ExecutionPage executions(long id, int limit, int offset) {
    job(id);
    List<ExecutionView> shown =
        jobs.executions(id, limit, offset).stream()
            .map(one -> ExecutionView.of(new NumberedExecution(one, one.attempt(), null)))
            .toList();
    return new ExecutionPage(shown, jobs.stats(id).executions(), limit, offset);
  }

  @Override
  public StatsView stats(long id) {
    Job job = job(id);
    JobStats stats = jobs.stats(id);
    return new StatsView(
        stats.executions(),
        stats.completed(),
        stats.failed(),
        stats.averageDuration() == null ? null : stats.averageDuration().toMillis(),
        stats.lastStartedAt(),
        job.runAt(),
        stats.successRate());
  }

  @Override
  public Explanation explain(long id) {
    job(id);
    return jobs.explain(id);
  }

  private JobView view(Job job) {
    return views(List.of(job)).stream().findFirst().orElseThrow(() -> unknown(job.id()));
  }

  private Job job(long id) {
    return jobs.get(id).orElseThrow(() -> unknown(id));
  }

  private static RotaException unknown(long id) {
    return new RotaException("not-found", "there is no job " + Ids.JOB.show(id));
  }
}
