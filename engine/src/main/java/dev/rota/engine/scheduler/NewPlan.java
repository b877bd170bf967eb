package dev.rota.engine.scheduler;

import dev.rota.InvalidInput;
import dev.rota.NewJob;
import dev.rota.Rules;
import dev.rota.schedule.Timetable;
import dev.rota.schedule.Trigger;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A NewPlan is a plan as its caller wishes it: each active target of a kind has a schedule like
 * this.
 *
 * @param targetKind whose targets; null for a single schedule without a target
 * @param onlyApproved whether targets must be approved as well
 * @param onePerTarget whether at most one job of a target runs at a time on the queue, of all kinds
 * @param payload JSON text, with placeholders for what the target is called
 * @param trigger null for no schedules: only stale targets get jobs then
 * @param phase how long from now new schedules start; null for what the node is set to
 * @param staleAfter after how long without a success a target gets a job besides its schedule
 * @param tenant whose its jobs are; null for nobody's
 * @param enabled whether it is in force: the schedules of others are deleted
 */
public record NewPlan(
    String name,
    @Nullable String targetKind,
    boolean onlyApproved,
    boolean onePerTarget,
    String kind,
    String queue,
    String payload,
    int priority,
    @Nullable Integer maxRetries,
    @Nullable Duration timeout,
    List<String> tags,
    @Nullable Trigger trigger,
    String timeZone,
    @Nullable Duration phase,
    Overlap overlap,
    OnFailure onFailure,
    CatchUp catchUp,
    @Nullable Duration staleAfter,
    @Nullable String tenant,
    boolean enabled) {
  /** With a target's id behind it, it still is a name. */
  private static final int NAME_MAX = Rules.NAME_MAX - NewTarget.ID_MAX - 1;

  /** One tag is the target's, and one says that it is stale. */
  private static final int TAGS_MAX = 30;

  private static final Duration LONGEST_PHASE = Duration.ofDays(366);

  public NewPlan {
    Rules.name("name", name);
    Rules.text("name", name, NAME_MAX);
    if (name.contains("/")) {
      throw new InvalidInput("name", name, "must not hold /, which comes before the target's id");
    }
    if (targetKind != null) {
      Rules.name("target_kind", targetKind);
    }
    Rules.range("tags", tags.size(), 0, TAGS_MAX);
    job(kind, queue, priority, maxRetries, timeout, tags);
    new PayloadTemplate(payload).check(targetKind != null, trigger);
    tags = List.copyOf(tags);
    if (tenant != null) {
      Rules.name("tenant", tenant);
    }
    checkTimes(targetKind, trigger, staleAfter);
    Timetable.of(trigger == null ? Trigger.every(Duration.ofDays(1)) : trigger).in(timeZone);
    if (phase != null) {
      Rules.range("phase", phase, Duration.ZERO, LONGEST_PHASE);
    }
  }

  /** Starts the description of a plan for jobs of a kind. */
  public static Builder named(String name, String kind) {
    return new Builder(name, kind);
  }

  private static void checkTimes(
      @Nullable String targetKind, @Nullable Trigger trigger, @Nullable Duration staleAfter) {
    if (trigger == null && staleAfter == null) {
      throw new InvalidInput("trigger", "", "must be set, or stale_after");
    }
    if (staleAfter != null) {
      Rules.range("stale_after", staleAfter, Duration.ofSeconds(1), Rules.FURTHEST);
      if (targetKind == null) {
        throw new InvalidInput("stale_after", staleAfter, "needs a plan for targets");
      }
    }
  }

  /** The rules of jobs hold for the jobs of plans. */
  private static void job(
      String kind,
      String queue,
      int priority,
      @Nullable Integer maxRetries,
      @Nullable Duration timeout,
      List<String> tags) {
    NewJob.Builder job =
        NewJob.kind(kind).queue(queue).priority(priority).tags(tags.toArray(String[]::new));
    if (maxRetries != null) {
      job.maxRetries(maxRetries);
    }
    if (timeout != null) {
      job.timeout(timeout);
    }
    job.build();
  }

  /** A Builder collects the wishes for one plan. */
  public static final class Builder {
    private final String name;
    private final String kind;
    private @Nullable String targetKind;
    private boolean onlyApproved;
    private boolean onePerTarget = true;
    private String queue = NewJob.DEFAULT_QUEUE;
    private String payload = "{}";
    private int priority;
    private @Nullable Integer maxRetries;
    private @Nullable Duration timeout;
    private List<String> tags = List.of();
    private @Nullable Trigger trigger;
    private String timeZone = "UTC";
    private @Nullable Duration phase;
    private Overlap overlap = Overlap.QUEUE;
    private OnFailure onFailure = OnFailure.CONTINUE;
    private CatchUp catchUp = CatchUp.DEFAULT;
    private @Nullable Duration staleAfter;
    private @Nullable String tenant;
    private boolean enabled = true;

    private Builder(String name, String kind) {
      this.name = name;
      this.kind = kind;
    }

    public Builder targets(@Nullable String ofKind) {
      this.targetKind = ofKind;
      return this;
    }

    public Builder onlyApproved(boolean only) {
      this.onlyApproved = only;
      return this;
    }

    public Builder onePerTarget(boolean one) {
      this.onePerTarget = one;
      return this;
    }

    public Builder queue(String value) {
      this.queue = value;
      return this;
    }

    public Builder payload(String template) {
      this.payload = template;
      return this;
    }

    public Builder priority(int zeroToHundred) {
      this.priority = zeroToHundred;
      return this;
    }

    public Builder maxRetries(@Nullable Integer retries) {
      this.maxRetries = retries;
      return this;
    }

    public Builder timeout(@Nullable Duration longest) {
      this.timeout = longest;
      return this;
    }

    public Builder tags(String... labels) {
      this.tags = List.of(labels);
      return this;
    }

    public Builder trigger(@Nullable Trigger value) {
      this.trigger = value;
      return this;
    }

    public Builder perHour(double rate) {
      return trigger(Trigger.perHour(rate));
    }

    public Builder timeZone(String zone) {
      this.timeZone = zone;
      return this;
    }

    public Builder phase(@Nullable Duration fromNow) {
      this.phase = fromNow;
      return this;
    }

    public Builder overlap(Overlap choice) {
      this.overlap = choice;
      return this;
    }

    public Builder onFailure(OnFailure choice) {
      this.onFailure = choice;
      return this;
    }

    public Builder catchUp(CatchUp how) {
      this.catchUp = how;
      return this;
    }

    public Builder staleAfter(@Nullable Duration withoutSuccess) {
      this.staleAfter = withoutSuccess;
      return this;
    }

    public Builder tenant(@Nullable String whose) {
      this.tenant = whose;
      return this;
    }

    public Builder enabled(boolean value) {
      this.enabled = value;
      return this;
    }

    public NewPlan build() {
      return new NewPlan(
          name,
          targetKind,
          onlyApproved,
          onePerTarget,
          kind,
          queue,
          payload,
          priority,
          maxRetries,
          timeout,
          tags,
          trigger,
          timeZone,
          phase,
          overlap,
          onFailure,
          catchUp,
          staleAfter,
          tenant,
          enabled);
    }
  }
}
