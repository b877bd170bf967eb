package dev.rota.server.api;

import dev.rota.InvalidInput;
import dev.rota.RotaException;
import dev.rota.engine.Explanation;
import dev.rota.engine.Jobs;
import dev.rota.engine.RunStats;
import dev.rota.engine.scheduler.Recurrence;
import dev.rota.engine.scheduler.RecurringJob;
import dev.rota.engine.scheduler.RecurringJobs;
import dev.rota.engine.scheduler.Schedule;
import dev.rota.server.http.Ids;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A RecurringDesk is the desk of jobs that recur. */
record RecurringDesk(RecurringJobs recurring, Jobs jobs, Duration minimum) implements JobDesk {

  @Override
  public JobView get(long id) {
    return RecurringView.of(job(id));
  }

  @Override
  public JobView update(long id, JobUpdateBody body, String actor) {
    if (body.scheduleEnabled() != null && !body.scheduleEnabled()) {
      throw new InvalidInput("schedule_enabled", false, "is for new jobs: pause this one");
    }
    RecurringJob job = job(id);
    String payload = job.schedule().definition().job().payload();
    return RecurringView.of(
        recurring.update(id, body.changes(payload), recurrence(job, body), actor));
  }

  private @Nullable Recurrence recurrence(RecurringJob job, JobUpdateBody body) {
    return body.recurrence().isEmpty()
        ? null
        : body.recurrence().over(RecurrenceFields.of(job.recurrence())).read(minimum).orElse(null);
  }

  @Override
  public void delete(long id, String actor) {
    recurring.delete(id, actor);
  }

  @Override
  public JobView cancel(long id, String actor) {
    return RecurringView.of(recurring.cancel(id, actor));
  }

  @Override
  public JobView pause(long id, String actor) {
    return RecurringView.of(recurring.pause(id, actor));
  }

  @Override
  public JobView resume(long id, String actor) {
    return RecurringView.of(recurring.resume(id, actor));
  }

  @Override
  public JobView retry(long id, String actor) {
    return RecurringView.of(recurring.retry(id, actor));
  }

  @Override
  public JobView release(long id, String actor) {
    return RecurringView.of(recurring.release(id, actor));
  }

  @Override
  public JobView prioritize(long id, int priority, String actor) {
    return RecurringView.of(recurring.prioritize(id, priority, actor));
  }

  @Override
  public JobView boost(long id, int by, String actor) {
    return RecurringView.of(recurring.boost(id, by, actor));
  }

  @Override
  public ExecutionPage executions(long id, int limit, int offset) {
    RecurringJob.Run run = job(id).run();
    long running = run != null && run.fence() != null ? 1 : 0;
    List<ExecutionView> shown =
        jobs.runs(id, limit, offset).stream().map(ExecutionView::of).toList();
    return new ExecutionPage(shown, jobs.runStats(id).executions() + running, limit, offset);
  }

  /** Runs are counted for good; how long they took is known of those that are kept. */
  @Override
  public StatsView stats(long id) {
    RecurringJob job = job(id);
    Schedule schedule = job.schedule();
    RunStats kept = jobs.runStats(id);
    boolean running = job.run() != null && job.run().fence() != null;
    long ended = schedule.completed() + schedule.failed();
    return new StatsView(
        ended + schedule.cancelled() + (running ? 1 : 0),
        schedule.completed(),
        schedule.failed(),
        kept.averageDuration() == null ? null : kept.averageDuration().toMillis(),
        running && job.run() != null ? job.run().startedAt() : kept.lastStartedAt(),
        job.nextRunAt(),
        ended == 0 ? 0 : (double) schedule.completed() / ended);
  }

  @Override
  public Explanation explain(long id) {
    job(id);
    return recurring.explain(id);
  }

  private RecurringJob job(long id) {
    return recurring
        .get(id)
        .orElseThrow(
            () -> new RotaException("not-found", "there is no job " + Ids.SCHEDULE.show(id)));
  }
}
