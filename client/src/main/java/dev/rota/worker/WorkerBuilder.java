package dev.rota.worker;

import dev.rota.InvalidInput;
import dev.rota.JobSource;
import dev.rota.NewJob;
import dev.rota.Outcome;
import dev.rota.Rules;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A WorkerBuilder collects which queues a worker serves, by which handlers, and at what pace. */
public final class WorkerBuilder {
  private static final int DEFAULT_CONCURRENCY = 10;
  private static final int CONCURRENCY_MAX = 100_000;
  private static final int BATCH_MAX = 10_000;

  private final JobSource source;
  private final Map<String, Integer> queues = new LinkedHashMap<>();
  private final Map<String, Target> targets = new LinkedHashMap<>();
  private final Map<Class<? extends Throwable>, Function<Throwable, Outcome.Retry>> retries =
      new HashMap<>();
  private @Nullable Target any;
  private Pace pace = Pace.DEFAULT;
  private WorkerListener listener = new WorkerListener() {};

  WorkerBuilder(JobSource source) {
    this.source = source;
  }

  /** Serves this queue, with at most so many handlers at a time. Without any: "default", 10. */
  public WorkerBuilder queue(String name, int concurrency) {
    Rules.range("concurrency", concurrency, 1, CONCURRENCY_MAX);
    queues.put(Rules.name("queue", name), concurrency);
    return this;
  }

  /** Does jobs of this kind with a handler that may return a result. */
  public WorkerBuilder handle(String kind, Handler handler) {
    return target(kind, new Target.Single(handler, 0));
  }

  /** The same, with at most so many of this kind at a time, over all queues. */
  public WorkerBuilder handle(String kind, int concurrency, Handler handler) {
    Rules.range("concurrency", concurrency, 1, CONCURRENCY_MAX);
    return target(kind, new Target.Single(handler, concurrency));
  }

  /** Does jobs of this kind with a handler that has no result. */
  public WorkerBuilder run(String kind, Task task) {
    return handle(kind, handler(task));
  }

  /** The same, with at most so many of this kind at a time, over all queues. */
  public WorkerBuilder run(String kind, int concurrency, Task task) {
    return handle(kind, concurrency, handler(task));
  }

  /** Does jobs of every kind that has no handler of its own. */
  public WorkerBuilder handleAny(Handler handler) {
    any = new Target.Single(handler, 0);
    return this;
  }

  /** Does up to so many jobs of this kind in one call, which takes one slot of its queue. */
  public WorkerBuilder handleBatch(String kind, int maxSize, BatchHandler handler) {
    Rules.range("max_size", maxSize, 1, BATCH_MAX);
    return target(kind, new Target.Batched(handler, maxSize));
  }

  /** Chooses what follows an exception of this class; the most specific class wins. */
  public WorkerBuilder onException(
      Class<? extends Throwable> type, Function<Throwable, Outcome.Retry> choice) {
    retries.put(type, choice);
    return this;
  }

  /** How often a job's progress is said again when it has not changed: 30 s. */
  public WorkerBuilder progressEvery(Duration every) {
    pace = pace.withProgressEvery(every);
    return this;
  }

  /**
   * How often leases are renewed, progress is told and cancellations are heard of: 500 ms, and
   * never more than a quarter of a lease.
   */
  public WorkerBuilder beatEvery(Duration every) {
    pace = pace.withBeatEvery(every);
    return this;
  }

  /** How long to wait for a hint of work before asking for it anyway: 1 s. */
  public WorkerBuilder poll(Duration atMost) {
    pace = pace.withPoll(atMost);
    return this;
  }

  /** How many reports, and how many jobs, go over in one exchange at the most: 500. */
  public WorkerBuilder batch(int most) {
    pace = pace.withBatch(most);
    return this;
  }

  /**
   * How many exchanges may be under way at a time: 2. Jobs of one exchange start in their order;
   * one exchange may overtake another.
   */
  public WorkerBuilder pumps(int threads) {
    pace = pace.withPumps(threads);
    return this;
  }

  /** How long a lease may wait here for a slot before it is given back: 1 s. */
  public WorkerBuilder releaseAfter(Duration wait) {
    pace = pace.withStaleAfter(wait);
    return this;
  }

  /** How long running handlers may take when the worker is closed: 30 s. */
  public WorkerBuilder drainDeadline(Duration deadline) {
    pace = pace.withDrainDeadline(deadline);
    return this;
  }

  /** How long handlers cancelled by a drain may take to stop: 2 s. */
  public WorkerBuilder drainGrace(Duration grace) {
    pace = pace.withGrace(grace);
    return this;
  }

  public WorkerBuilder listener(WorkerListener told) {
    listener = told;
    return this;
  }

  /** Makes the worker and starts it. */
  public Worker start() {
    return new Worker(source, settings()).start();
  }

  private Settings settings() {
    if (targets.isEmpty() && any == null) {
      throw new InvalidInput("handlers", "", "must not be empty: a worker needs a handler");
    }
    boolean limited =
        targets.values().stream()
            .anyMatch(target -> target instanceof Target.Single one && one.concurrency() > 0);
    if (any != null && limited) {
      throw new InvalidInput(
          "concurrency", "of a kind", "goes without handleAny: a claim of any kind cannot say it");
    }
    if (queues.isEmpty()) {
      queues.put(NewJob.DEFAULT_QUEUE, DEFAULT_CONCURRENCY);
    }
    return new Settings(
        new LinkedHashMap<>(queues), new LinkedHashMap<>(targets), any, retries, pace, listener);
  }

  private WorkerBuilder target(String kind, Target target) {
    Rules.name("kind", kind);
    if (targets.putIfAbsent(kind, target) != null) {
      throw new InvalidInput("kind", kind, "has a handler already");
    }
    return this;
  }

  private static Handler handler(Task task) {
    return job -> {
      task.run(job);
      return null;
    };
  }
}
