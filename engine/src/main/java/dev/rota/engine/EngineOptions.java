package dev.rota.engine;

import dev.rota.Rules;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * EngineOptions are the settings of one node.
 *
 * @param name what this node is called among the workers
 * @param lease how long a silent node keeps its jobs
 * @param retention how long finished jobs and executions are kept at least
 * @param keptPerSchedule how many executions of a schedule are kept however old they are
 * @param quarantineAfter how many workers a job may take with it before it is held
 * @param reap how often leases that are over are looked for
 * @param housekeeping whether this node may lead
 * @param listen whether to hear other nodes' announcements; polling alone is complete
 * @param archive where finished jobs are written before they are dropped; null for nowhere
 */
public record EngineOptions(
    String name,
    String version,
    Set<String> capabilities,
    Duration lease,
    Duration poll,
    int payloadLimit,
    Duration retention,
    int keptPerSchedule,
    int quarantineAfter,
    Duration reap,
    boolean housekeeping,
    boolean listen,
    @Nullable Path archive) {

  public EngineOptions {
    Rules.name("name", name);
    capabilities = Set.copyOf(capabilities);
    Rules.range("lease", lease, Duration.ofSeconds(1), Duration.ofDays(1));
    Rules.range("poll", poll, Duration.ofMillis(1), Duration.ofMinutes(5));
    Rules.range("payload_limit", payloadLimit, 1, 256 << 20);
    Rules.range("retention", retention, Duration.ofHours(1), Rules.FURTHEST);
    Rules.range("kept_per_schedule", keptPerSchedule, 0, 1_000_000);
    Rules.range("reap", reap, Duration.ofMillis(1), Duration.ofHours(1));
    Rules.range("quarantine_after", quarantineAfter, 1, 1_000_000);
  }

  public static Builder builder() {
    return new Builder();
  }

  /** A Builder collects the settings that differ from the defaults. */
  public static final class Builder {
    private String name = Membership.host() + "-" + ProcessHandle.current().pid();
    private String version = "0.1.0";
    private Set<String> capabilities = Set.of();
    private Duration lease = Duration.ofSeconds(20);
    private Duration poll = Duration.ofMillis(100);
    private int payloadLimit = 1 << 20;
    private Duration retention = Duration.ofDays(30);
    private int keptPerSchedule = 100;
    private int quarantineAfter = 5;
    private Duration reap = Duration.ofSeconds(1);
    private boolean housekeeping = true;
    private boolean listen = true;
    private @Nullable Path archive;

    private Builder() {}

    public Builder name(String value) {
      this.name = value;
      return this;
    }

    public Builder version(String value) {
      this.version = value;
      return this;
    }

    public Builder capabilities(Set<String> value) {
      this.capabilities = value;
      return this;
    }

    public Builder lease(Duration value) {
      this.lease = value;
      return this;
    }

    public Builder poll(Duration value) {
      this.poll = value;
      return this;
    }

    public Builder payloadLimit(int value) {
      this.payloadLimit = value;
      return this;
    }

    public Builder retention(Duration value) {
      this.retention = value;
      return this;
    }

    public Builder keptPerSchedule(int value) {
      this.keptPerSchedule = value;
      return this;
    }

    public Builder quarantineAfter(int value) {
      this.quarantineAfter = value;
      return this;
    }

    public Builder reap(Duration value) {
      this.reap = value;
      return this;
    }

    public Builder housekeeping(boolean value) {
      this.housekeeping = value;
      return this;
    }

    public Builder listen(boolean value) {
      this.listen = value;
      return this;
    }

    public Builder archive(@Nullable Path value) {
      this.archive = value;
      return this;
    }

    public EngineOptions build() {
      return new EngineOptions(
          name,
          version,
          capabilities,
          lease,
          poll,
          payloadLimit,
          retention,
          keptPerSchedule,
          quarantineAfter,
          reap,
          housekeeping,
          listen,
          archive);
    }
  }
}
