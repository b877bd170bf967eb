package dev.rota.engine;

import dev.rota.JobState;
import org.jspecify.annotations.Nullable;

/**
 * A JobFilter says which jobs a list shall have; what is null does not matter.
 *
 * @param schedule the schedule that made them
 */
public record JobFilter(
    @Nullable JobState state,
    @Nullable String queue,
    @Nullable String kind,
    @Nullable String tag,
    @Nullable Long schedule) {
  /** Every job. */
  public static final JobFilter ALL = new JobFilter(null, null, null, null, null);
}
