package dev.rota.server.api;

import java.time.Duration;

/**
 * ApiOptions are the settings of the native API.
 *
 * @param lockDuration how long an execution of a remote worker lives that does not say
 * @param metricsInterval how old the numbers of the scheduler may be
 * @param stopPatience how long the cancellation of a job that runs waits for its worker to stop
 */
public record ApiOptions(Duration lockDuration, Duration metricsInterval, Duration stopPatience) {
  public static final ApiOptions DEFAULT =
      new ApiOptions(Duration.ofMinutes(5), Duration.ZERO, Duration.ZERO);
}
