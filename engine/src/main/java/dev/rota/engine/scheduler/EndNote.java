package dev.rota.engine.scheduler;

import dev.rota.JobState;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An EndNote is what the ends of its jobs, in their order, make of one schedule. */
final class EndNote {
  private final Schedule schedule;
  private final Map<JobState, Integer> counts = new EnumMap<>(JobState.class);
  private @Nullable Instant successAt;
  private @Nullable Instant failureAt;
  private @Nullable Instant haltedAt;
  private @Nullable Long haltedJob;
  private Instant liftedAt = Instant.EPOCH;
  private @Nullable Instant nextRunAt;
  private @Nullable Instant wakeAt;

  EndNote(Schedule schedule) {
    this.schedule = schedule;
    this.haltedAt = schedule.haltedAt();
    this.haltedJob = schedule.haltedJob();
    this.nextRunAt = schedule.nextRunAt();
    this.wakeAt = schedule.wakeAt();
  }

  void add(ScheduleEnds.End end) {
    counts.merge(end.state(), 1, Integer::sum);
    if (end.state() == JobState.COMPLETED) {
      successAt = end.at();
    }
    if (end.state() == JobState.FAILED) {
      failureAt = end.at();
      if (schedule.definition().onFailure() == OnFailure.HALT) {
        haltedAt = haltedAt == null ? end.at() : haltedAt;
        haltedJob = end.job();
      }
    }
    if (end.state() == JobState.COMPLETED && Objects.equals(haltedJob, end.job())) {
      haltedAt = null;
      haltedJob = null;
      liftedAt = end.at();
    }
    if (schedule.definition().fromCompletion() && Objects.equals(schedule.lastJob(), end.job())) {
      countFrom(end.at());
    }
  }

  /** Counts the next time from an end; a halted schedule has none until it goes on. */
  void countFrom(Instant end) {
    nextRunAt = haltedAt == null ? DueTimes.afterCompletion(schedule.timetable(), end, end) : null;
    wakeAt = nextRunAt;
  }

  /** Takes over where a judgement has left the schedule, unless it counts from its job's end. */
  void settle(Judgement judgement) {
    if (!schedule.definition().fromCompletion()) {
      nextRunAt = judgement.nextRunAt();
      wakeAt = judgement.wakeAt();
    }
  }

  void goOnWith(@Nullable Instant deferred) {
    if (deferred != null && (nextRunAt == null || deferred.isBefore(nextRunAt))) {
      nextRunAt = deferred;
      wakeAt = deferred;
    }
  }

  boolean isLifted() {
    return schedule.isHalted() && haltedAt == null;
  }

  /** When its halt was over. */
  Instant liftedAt() {
    return liftedAt;
  }

  Schedule schedule() {
    return schedule;
  }

  int count(JobState state) {
    return counts.getOrDefault(state, 0);
  }

  @Nullable Instant successAt() {
    return successAt;
  }

  @Nullable Instant failureAt() {
    return failureAt;
  }

  @Nullable Instant haltedAt() {
    return haltedAt;
  }

  @Nullable Long haltedJob() {
    return haltedJob;
  }

  @Nullable Instant nextRunAt() {
    return nextRunAt;
  }

  @Nullable Instant wakeAt() {
    return wakeAt;
  }
}
