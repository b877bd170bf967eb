package dev.rota.engine.scheduler;

import dev.rota.InvalidInput;
import dev.rota.NewJob;
import dev.rota.Rules;
import dev.rota.Unique;
import dev.rota.schedule.DstPolicy;
import dev.rota.schedule.Timetable;
import dev.rota.schedule.Trigger;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * A NewSchedule is a schedule as its caller wishes it: which jobs, when, and what if.
 *
 * @param job the template of its jobs; while another job with its unique key is live, its times are
 *     skipped
 * @param fromCompletion whether the next time is counted from the end of the last job, so that runs
 *     never overlap, instead of following the timetable
 * @param plan the plan that keeps it, if one does
 * @param target the target it is about, if it is about one
 */
public record NewSchedule(
    String name,
    NewJob job,
    Timetable timetable,
    boolean fromCompletion,
    Overlap overlap,
    OnFailure onFailure,
    CatchUp catchUp,
    @Nullable Long plan,
    @Nullable Long target) {

  public NewSchedule {
    Rules.name("name", name);
    refuse("run_at", job.runAt(), "is for each time to say, not for the schedule");
    refuse(
        "delay",
        job.delay().isZero() ? null : job.delay(),
        "is not for jobs of a schedule: jitter");
    if (job.unique() != null && !job.unique().equals(Unique.whileLive(job.unique().key()))) {
      throw new InvalidInput(
          "job.unique", job.unique().key(), "must be for live jobs and keep what is there");
    }
    refuse(
        "unique",
        fromCompletion ? job.unique() : null,
        "is not for schedules that wait for the end of their own job");
    refuse("idempotency_key", job.idempotencyKey(), "would let the schedule run once only");
    refuse("trace", job.trace(), "belongs to one call, not to every job of a schedule");
    refuse(
        "depends_on",
        job.parents().jobs().isEmpty() ? null : job.parents().jobs().getFirst(),
        "is for jobs that run once");
    refuse("schedule", job.schedule(), "is set by the schedule itself");
  }

  /** Starts the description of a schedule of this name that makes such jobs. */
  public static Builder of(String name, NewJob job) {
    return new Builder(name, job);
  }

  private static void refuse(String field, @Nullable Object value, String rule) {
    if (value != null) {
      throw new InvalidInput("job." + field, value, rule);
    }
  }

  /** A Builder collects the wishes for one schedule. */
  public static final class Builder {
    private final String name;
    private final NewJob job;
    private @Nullable Trigger trigger;
    private String timeZone = "UTC";
    private @Nullable Instant start;
    private @Nullable Instant end;
    private DstPolicy dst = DstPolicy.DEFAULT;
    private boolean fromCompletion;
    private Overlap overlap = Overlap.QUEUE;
    private OnFailure onFailure = OnFailure.CONTINUE;
    private @Nullable Integer catchUpMax;
    private @Nullable Duration catchUpAge;
    private @Nullable Duration catchUpSpread;
    private @Nullable Duration jitter;
    private @Nullable Long plan;
    private @Nullable Long target;

    private Builder(String name, NewJob job) {
      this.name = name;
      this.job = job;
    }

    /** A cron expression, a name such as {@code @daily}, or {@code @every 1h30m}. */
    public Builder trigger(String text) {
      return trigger(Trigger.parse("trigger", text, SchedulerOptions.SHORTEST));
    }

    public Builder trigger(Trigger when) {
      this.trigger = when;
      return this;
    }

    /** Every so long; the same as a trigger {@code @every}. */
    public Builder every(Duration length) {
      return trigger(new dev.rota.schedule.Interval(length));
    }

    public Builder timeZone(String zone) {
      this.timeZone = zone;
      return this;
    }

    public Builder start(@Nullable Instant first) {
      this.start = first;
      return this;
    }

    public Builder end(@Nullable Instant last) {
      this.end = last;
      return this;
    }

    public Builder dst(DstPolicy policy) {
      this.dst = policy;
      return this;
    }

    public Builder fromCompletion(boolean value) {
      this.fromCompletion = value;
      return this;
    }

    public Builder overlap(Overlap choice) {
      this.overlap = choice;
      return this;
    }

    public Builder onFailure(OnFailure choice) {
      this.onFailure = choice;
      return this;
    }

    public Builder catchUpMax(@Nullable Integer times) {
      this.catchUpMax = times;
      return this;
    }

    public Builder catchUpAge(@Nullable Duration oldest) {
      this.catchUpAge = oldest;
      return this;
    }

    public Builder catchUpSpread(@Nullable Duration over) {
      this.catchUpSpread = over;
      return this;
    }

    public Builder jitter(@Nullable Duration most) {
      this.jitter = most;
      return this;
    }

    public Builder plan(@Nullable Long id) {
      this.plan = id;
      return this;
    }

    public Builder target(@Nullable Long id) {
      this.target = id;
      return this;
    }

    public NewSchedule build() {
      if (trigger == null) {
        throw new InvalidInput("trigger", "", "must not be empty");
      }
      return new NewSchedule(
          name,
          job,
          new Timetable(trigger, ZoneOffset.UTC, start, end, dst).in(timeZone),
          fromCompletion,
          overlap,
          onFailure,
          new CatchUp(catchUpMax, catchUpAge, catchUpSpread, jitter),
          plan,
          target);
    }
  }
}
