package dev.rota.remote;

import dev.rota.Rules;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * RemoteOptions are how a worker over HTTP presents itself.
 *
 * @param worker its name, by which others see it
 * @param capabilities what it has of that which jobs may require
 * @param lease how long each of its executions may go without a renewal
 */
public record RemoteOptions(
    String worker, @Nullable String version, Set<String> capabilities, Duration lease) {
  private static final Duration LEASE = Duration.ofMinutes(1);

  public RemoteOptions {
    Rules.name("worker_id", worker);
    capabilities = Set.copyOf(capabilities);
    capabilities.forEach(capability -> Rules.name("capabilities", capability));
    Rules.range("lease", lease, Duration.ofSeconds(1), Duration.ofDays(1));
  }

  /** Named after host and process, without capabilities, with leases of a minute. */
  public static RemoteOptions standard() {
    return new RemoteOptions(host() + "-" + ProcessHandle.current().pid(), null, Set.of(), LEASE);
  }

  public RemoteOptions withWorker(String other) {
    return new RemoteOptions(other, version, capabilities, lease);
  }

  public RemoteOptions withVersion(String other) {
    return new RemoteOptions(worker, other, capabilities, lease);
  }

  public RemoteOptions withCapabilities(Set<String> other) {
    return new RemoteOptions(worker, version, other, lease);
  }

  public RemoteOptions withLease(Duration other) {
    return new RemoteOptions(worker, version, capabilities, other);
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "worker";
    }
  }
}
