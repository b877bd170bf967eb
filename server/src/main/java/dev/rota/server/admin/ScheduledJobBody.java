package dev.rota.server.admin;

import dev.rota.InvalidInput;
import dev.rota.Json;
import dev.rota.NewJob;
import dev.rota.Rules;
import dev.rota.engine.scheduler.NewSchedule;
import dev.rota.engine.scheduler.Overlap;
import dev.rota.engine.scheduler.Schedule;
import dev.rota.engine.scheduler.Target;
import dev.rota.schedule.Interval;
import dev.rota.schedule.Timetable;
import dev.rota.schedule.Trigger;
import dev.rota.server.http.Raw;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A ScheduledJobBody is a scheduled job as it is sent; what a change does not say stays. */
record ScheduledJobBody(
    @Nullable String name,
    @Nullable String description,
    @Nullable Long subredditId,
    @Nullable String cronExpression,
    @Nullable Boolean enabled,
    @Nullable Integer priority) {
  private static final int LONGEST = 10_000;

  /** The schedule to make, which first runs after its interval, if it has one. */
  NewSchedule made(Subreddits subreddits, Instant now, String actor) {
    Target subreddit = subreddits.known(subredditId);
    return schedule(
        name == null ? "" : name,
        job(subreddit, priority == null ? 0 : priority, quoted(), actor),
        timetable(now),
        subreddit.id());
  }

  /** What a schedule becomes. */
  NewSchedule changed(Schedule schedule, Subreddits subreddits, Instant now) {
    NewSchedule before = schedule.definition();
    Target subreddit = subreddits.known(subredditId == null ? before.target() : subredditId);
    Raw described = ScheduledJob.description(schedule);
    return schedule(
        name == null ? before.name() : name,
        job(
            subreddit,
            priority == null ? before.job().priority() : priority,
            description == null && described != null ? described.json() : quoted(),
            schedule.createdBy()),
        isSameTrigger(before) ? before.timetable() : timetable(now),
        subreddit.id());
  }

  /** Whether the times stay: what runs every hour does not start to count anew. */
  private boolean isSameTrigger(NewSchedule before) {
    return cronExpression == null || trigger().text().equals(before.timetable().trigger().text());
  }

  private static NewSchedule schedule(
      String name, NewJob job, Timetable timetable, long subreddit) {
    return NewSchedule.of(name, job)
        .trigger(timetable.trigger())
        .start(timetable.start())
        .overlap(Overlap.SKIP)
        .target(subreddit)
        .build();
  }

  private static NewJob job(Target subreddit, int priority, String description, String actor) {
    return CrawlQueue.about(subreddit)
        .priority(priority)
        .metadata("{\"%s\": %s}".formatted(ScheduledJob.DESCRIPTION, description))
        .createdBy(actor)
        .build();
  }

  private String quoted() {
    return description == null
        ? "null"
        : Json.quote(Rules.text("description", description, LONGEST));
  }

  private Timetable timetable(Instant now) {
    Trigger trigger = trigger();
    Timetable timetable = Timetable.of(trigger);
    return trigger instanceof Interval interval
        ? timetable.from(now.plus(interval.length()))
        : timetable;
  }

  private Trigger trigger() {
    if (cronExpression == null) {
      throw new InvalidInput(
          "cron_expression", "", "must be given, as in @daily, @every 1h or 0 6 * * MON");
    }
    return Trigger.parse("cron_expression", cronExpression, Interval.MINIMUM);
  }
}
