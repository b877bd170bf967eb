package dev.rota.server.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.rota.InvalidInput;
import dev.rota.Limits;
import dev.rota.server.http.Seconds;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A LimitsBody is how much one execution may take, as the API has it.
 *
 * @param wallSeconds the same as timeout_seconds beside it
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record LimitsBody(
    @Nullable Double cpuSeconds, @Nullable Integer memoryMb, @Nullable Double wallSeconds) {

  static Limits limits(@Nullable LimitsBody body) {
    return body == null
        ? Limits.NONE
        : new Limits(Seconds.readOrNull("limits.cpu_seconds", body.cpuSeconds), body.memoryMb);
  }

  /** The timeout, which callers may give in either place. */
  static @Nullable Duration timeout(@Nullable LimitsBody body, @Nullable Double timeoutSeconds) {
    Double wall = body == null ? null : body.wallSeconds;
    if (wall != null && timeoutSeconds != null && !wall.equals(timeoutSeconds)) {
      throw new InvalidInput(
          "limits.wall_seconds", wall, "must be the same as timeout_seconds, or only one be given");
    }
    return wall == null
        ? Seconds.readOrNull("timeout_seconds", timeoutSeconds)
        : Seconds.read("limits.wall_seconds", wall);
  }

  /** Without wall time, which is told by timeout_seconds: who changes that need not change both. */
  static @Nullable LimitsBody of(Limits limits) {
    return limits.isNone()
        ? null
        : new LimitsBody(Seconds.showOrNull(limits.cpu()), limits.memoryMb(), null);
  }
}
