package dev.rota;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A NewJob is a job as its caller wishes it: what is not said is left to the queue's defaults, then
 * to Rota's.
 *
 * @param payload JSON text, kept to the letter
 * @param runAt when it may start; null means after {@code delay}
 * @param metadata a JSON object
 * @param trace the caller's W3C trace context, handed on to the execution
 * @param idempotencyKey makes repeating this very enqueue safe for 24 hours
 * @param schedule the schedule that makes it, if one does
 * @param tenant whose job it is: within a priority, tenants share workers by their weights
 * @param parents the jobs that it waits for
 * @param limits how much an execution may take; what it does not bound, its queue may
 */
public record NewJob(
    String kind,
    String payload,
    String queue,
    int priority,
    @Nullable Instant runAt,
    Duration delay,
    @Nullable Integer maxRetries,
    @Nullable RetryPolicy retry,
    @Nullable Unique unique,
    @Nullable ConcurrencyKey concurrency,
    Set<String> requires,
    @Nullable Duration timeout,
    List<String> tags,
    String metadata,
    @Nullable String trace,
    @Nullable String idempotencyKey,
    String createdBy,
    @Nullable Long schedule,
    @Nullable String tenant,
    Parents parents,
    Limits limits) {

  public static final String DEFAULT_QUEUE = "default";

  /** What is due later than that was mistyped. */
  private static final Instant LATEST = Instant.parse("2200-01-01T00:00:00Z");

  private static final int MOST_LABELS = 32;
  private static final int METADATA_MAX = 65_536;

  public NewJob {
    Rules.name("kind", kind);
    Rules.name("queue", queue);
    Json.check("payload", payload);
    Rules.range("priority", priority, 0, Rules.PRIORITY_MAX);
    Rules.range("delay", delay, Duration.ZERO, Rules.FURTHEST);
    if (runAt != null && !delay.isZero()) {
      throw new InvalidInput("delay", delay, "goes without run_at: give one of the two");
    }
    if (runAt != null && runAt.isAfter(LATEST)) {
      throw new InvalidInput("run_at", runAt, "must not be later than " + LATEST);
    }
    if (maxRetries != null) {
      Rules.range("max_retries", maxRetries, 0, Rules.RETRIES_MAX);
    }
    requires = Set.copyOf(labels("requires", requires));
    tags = List.copyOf(labels("tags", tags));
    if (timeout != null) {
      Rules.range("timeout", timeout, Duration.ofMillis(1), Rules.FURTHEST);
    }
    Json.checkObject("metadata", metadata);
    if (metadata.length() > METADATA_MAX) {
      throw new InvalidInput(
          "metadata", metadata, "must be at most " + METADATA_MAX + " characters");
    }
    if (trace != null) {
      Rules.text("trace", trace, 1024);
    }
    if (idempotencyKey != null) {
      Rules.key("idempotency_key", idempotencyKey);
    }
    Rules.name("created_by", createdBy);
    if (tenant != null) {
      Rules.name("tenant", tenant);
    }
  }

  /** Starts the description of a job of this kind. */
  public static Builder kind(String kind) {
    return new Builder(kind);
  }

  /** A job of this kind with this payload, and defaults for the rest. */
  public static NewJob of(String kind, String payload) {
    return kind(kind).payload(payload).build();
  }

  /** The same job under another trace context. */
  public NewJob withTrace(String context) {
    return but().trace(context).build();
  }

  /** Starts the description of the same job with something changed. */
  public Builder but() {
    return new Builder(this);
  }

  private static <C extends java.util.Collection<String>> C labels(String field, C labels) {
    Rules.range(field, labels.size(), 0, MOST_LABELS);
    labels.forEach(label -> Rules.name(field, label));
    return labels;
  }

  /** A Builder collects the wishes for one job. */
  public static final class Builder {
    private final String kind;
    private String payload = "{}";
    private String queue = DEFAULT_QUEUE;
    private int priority;
    private @Nullable Instant runAt;
    private Duration delay = Duration.ZERO;
    private @Nullable Integer maxRetries;
    private @Nullable RetryPolicy retry;
    private @Nullable Unique unique;
    private @Nullable ConcurrencyKey concurrency;
    private Set<String> requires = Set.of();
    private @Nullable Duration timeout;
    private List<String> tags = List.of();
    private String metadata = "{}";
    private @Nullable String trace;
    private @Nullable String idempotencyKey;
    private String createdBy = "system";
    private @Nullable Long schedule;
    private @Nullable String tenant;
    private List<Long> dependsOn = List.of();
    private OnParentFailure onParentFailure = OnParentFailure.CANCEL;
    private Limits limits = Limits.NONE;

    private Builder(String kind) {
      this.kind = kind;
    }

    private Builder(NewJob job) {
      this.kind = job.kind;
      this.payload = job.payload;
      this.queue = job.queue;
      this.priority = job.priority;
      this.runAt = job.runAt;
      this.delay = job.delay;
      this.maxRetries = job.maxRetries;
      this.retry = job.retry;
      this.unique = job.unique;
      this.concurrency = job.concurrency;
      this.requires = job.requires;
      this.timeout = job.timeout;
      this.tags = job.tags;
      this.metadata = job.metadata;
      this.trace = job.trace;
      this.idempotencyKey = job.idempotencyKey;
      this.createdBy = job.createdBy;
      this.schedule = job.schedule;
      this.tenant = job.tenant;
      this.dependsOn = job.parents.jobs();
      this.onParentFailure = job.parents.onFailure();
      this.limits = job.limits;
    }

    public Builder payload(String json) {
      this.payload = json;
      return this;
    }

    public Builder queue(String name) {
      this.queue = name;
      return this;
    }

    public Builder priority(int zeroToHundred) {
      this.priority = zeroToHundred;
      return this;
    }

    public Builder runAt(@Nullable Instant when) {
      this.runAt = when;
      return this;
    }

    public Builder delay(Duration fromNow) {
      this.delay = fromNow;
      return this;
    }

    public Builder maxRetries(int retries) {
      this.maxRetries = retries;
      return this;
    }

    public Builder retry(RetryPolicy policy) {
      this.retry = policy;
      return this;
    }

    public Builder unique(Unique promise) {
      this.unique = promise;
      return this;
    }

    /** At most one live job with this key in its queue and kind. */
    public Builder unique(String key) {
      return unique(Unique.whileLive(key));
    }

    public Builder concurrency(String key, int limit) {
      this.concurrency = new ConcurrencyKey(key, limit);
      return this;
    }

    public Builder requires(String... capabilities) {
      this.requires = new TreeSet<>(List.of(capabilities));
      return this;
    }

    public Builder timeout(Duration longest) {
      this.timeout = longest;
      return this;
    }

    public Builder tags(String... labels) {
      this.tags = List.of(labels);
      return this;
    }

    public Builder metadata(String jsonObject) {
      this.metadata = jsonObject;
      return this;
    }

    public Builder trace(String context) {
      this.trace = context;
      return this;
    }

    public Builder idempotencyKey(String key) {
      this.idempotencyKey = key;
      return this;
    }

    public Builder createdBy(String who) {
      this.createdBy = who;
      return this;
    }

    public Builder schedule(long id) {
      this.schedule = id;
      return this;
    }

    public Builder tenant(@Nullable String name) {
      this.tenant = name;
      return this;
    }

    /** It waits until these jobs have completed. */
    public Builder dependsOn(Long... jobs) {
      this.dependsOn = List.of(jobs);
      return this;
    }

    /** What becomes of it when one of them does not. */
    public Builder onParentFailure(OnParentFailure choice) {
      this.onParentFailure = choice;
      return this;
    }

    /** An execution may take no more than that. */
    public Builder limits(Limits most) {
      this.limits = most;
      return this;
    }

    public NewJob build() {
      return new NewJob(
          kind,
          payload,
          queue,
          priority,
          runAt,
          delay,
          maxRetries,
          retry,
          unique,
          concurrency,
          requires,
          timeout,
          tags,
          metadata,
          trace,
          idempotencyKey,
          createdBy,
          schedule,
          tenant,
          new Parents(dependsOn, onParentFailure),
          limits);
    }
  }
}
