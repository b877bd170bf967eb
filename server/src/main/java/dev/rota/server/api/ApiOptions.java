package dev.rota.server.api;

import java.time.Duration;

/**
 * ApiOptions are the settings of the native API.
 *
 * @param lockDuration how long an execution of a remote worker lives that does not say
 * @param metricsInterval how old the numbers of the scheduler may be
 */
public record ApiOptions(Duration lockDuration, Duration metricsInterval) {
  public static final ApiOptions DEFAULT = new ApiOptions(Duration.ofMinutes(5), Duration.ZERO);
}
