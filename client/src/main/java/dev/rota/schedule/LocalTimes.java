package dev.rota.schedule;

import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;

/** LocalTimes are the times of a trigger as a clock on the wall shows them: whole seconds. */
interface LocalTimes {
  /** The first time that is not before the given one; null, if none is found within a lifetime. */
  @Nullable LocalDateTime next(LocalDateTime from);

  /**
   * Whether every hour of a day may have such times. A trigger that leaves no hour out means the
   * passing of time and not an hour of the day, so changes of the clock do not concern it.
   */
  boolean inEveryHour();
}
