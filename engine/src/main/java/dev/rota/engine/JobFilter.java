package dev.rota.engine;

import dev.rota.InvalidInput;
import dev.rota.JobState;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A JobFilter says which jobs a list shall have; what is null or empty does not matter.
 *
 * @param states live ones or ended ones, not both: they are in different places
 * @param schedule the schedule that made them
 * @param withoutRuns leaves out the runs of recurring jobs
 */
public record JobFilter(
    Set<JobState> states,
    @Nullable String queue,
    @Nullable String kind,
    @Nullable String tag,
    @Nullable Long schedule,
    boolean withoutRuns) {
  /** Every job. */
  public static final JobFilter ALL = new JobFilter(Set.of(), null, null, null, null, false);

  public JobFilter {
    states = Set.copyOf(states);
    if (states.stream().map(JobState::isTerminal).distinct().count() > 1) {
      throw new InvalidInput("states", states, "must all be of live jobs, or all of ended ones");
    }
  }

  public JobFilter(
      @Nullable JobState state,
      @Nullable String queue,
      @Nullable String kind,
      @Nullable String tag,
      @Nullable Long schedule) {
    this(state == null ? Set.of() : Set.of(state), queue, kind, tag, schedule, false);
  }

  public JobFilter(
      Set<JobState> states,
      @Nullable String queue,
      @Nullable String kind,
      @Nullable String tag,
      @Nullable Long schedule) {
    this(states, queue, kind, tag, schedule, false);
  }

  /** The same without the runs of recurring jobs. */
  public JobFilter leavingOutRuns() {
    return new JobFilter(states, queue, kind, tag, schedule, true);
  }

  /**
   * Whether jobs must have a tag or a schedule, which tables of live and ended jobs do not tell.
   */
  boolean isMarked() {
    return tag != null || schedule != null;
  }

  /** The states as the statements want them. */
  public String[] words() {
    return states.stream().map(JobState::word).sorted().toArray(String[]::new);
  }
}
