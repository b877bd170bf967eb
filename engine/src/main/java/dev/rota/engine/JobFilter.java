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
 */
public record JobFilter(
    Set<JobState> states,
    @Nullable String queue,
    @Nullable String kind,
    @Nullable String tag,
    @Nullable Long schedule) {
  /** Every job. */
  public static final JobFilter ALL = new JobFilter(Set.of(), null, null, null, null);

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
    this(state == null ? Set.of() : Set.of(state), queue, kind, tag, schedule);
  }

  /**
   * Whether jobs must have a tag or a schedule, which tables of live and ended jobs do not tell.
   */
  boolean isMarked() {
    return tag != null || schedule != null;
  }

  /** The states as the statements want them. */
  String[] words() {
    return states.stream().map(JobState::word).sorted().toArray(String[]::new);
  }
}
