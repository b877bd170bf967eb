package dev.rota.engine;

import dev.rota.JobState;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A JobFilter says which jobs a list shall have; what is null or empty does not matter.
 *
 * @param schedule the schedule that made them
 * @param withoutRuns leaves out the runs of recurring jobs
 */
public record JobFilter(
    Set<JobState> states,
    @Nullable String queue,
    @Nullable String kind,
    @Nullable String tag,
    @Nullable Long schedule,
    boolean withoutRuns,
    Sieve sieve) {
  /** Every job. */
  public static final JobFilter ALL = new JobFilter(Set.of(), null, null, null, null);

  private static final Set<JobState> ENDED =
      Arrays.stream(JobState.values())
          .filter(JobState::isTerminal)
          .collect(Collectors.toUnmodifiableSet());

  public JobFilter {
    states = Set.copyOf(states);
  }

  public JobFilter(
      @Nullable JobState state,
      @Nullable String queue,
      @Nullable String kind,
      @Nullable String tag,
      @Nullable Long schedule) {
    this(state == null ? Set.of() : Set.of(state), queue, kind, tag, schedule);
  }

  public JobFilter(
      Set<JobState> states,
      @Nullable String queue,
      @Nullable String kind,
      @Nullable String tag,
      @Nullable Long schedule) {
    this(states, queue, kind, tag, schedule, false, Sieve.NONE);
  }

  /** The same without the runs of recurring jobs. */
  public JobFilter leavingOutRuns() {
    return new JobFilter(states, queue, kind, tag, schedule, true, sieve);
  }

  /** The same for one queue, or for all. */
  public JobFilter ofQueue(@Nullable String other) {
    return new JobFilter(states, other, kind, tag, schedule, withoutRuns, sieve);
  }

  /** Whether it says nothing. */
  public boolean isEmpty() {
    return states.isEmpty() && queue == null && kind == null && !isMarked() && sieve.isNone();
  }

  /**
   * Whether jobs must have a tag or a schedule, which tables of live and ended jobs do not tell.
   */
  boolean isMarked() {
    return tag != null || schedule != null;
  }

  /** Whether jobs have to be looked at one by one: no list has an index for it. */
  boolean isSieved() {
    return !sieve.isNone() || mixesStates();
  }

  /** Whether it wants live and ended jobs, which are in different places. */
  boolean mixesStates() {
    return states.stream().map(JobState::isTerminal).distinct().count() > 1;
  }

  /** The states in which jobs can match; none if that does not matter. */
  Set<JobState> possible() {
    if (!sieve.wantsEnded()) {
      return states;
    }
    return states.isEmpty()
        ? ENDED
        : states.stream().filter(JobState::isTerminal).collect(Collectors.toUnmodifiableSet());
  }

  /** The tags that jobs must have; those about a target carry its. */
  String[] tags() {
    String target = sieve.target() == null ? null : "target:" + sieve.target();
    return Stream.of(tag, target).filter(text -> text != null).toArray(String[]::new);
  }

  /** The states as the statements want them. */
  public String[] words() {
    return words(states);
  }

  static String[] words(Set<JobState> states) {
    return states.stream().map(JobState::word).sorted().toArray(String[]::new);
  }
}
