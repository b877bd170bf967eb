package dev.rota.benchmarks;

import dev.rota.NewJob;
import dev.rota.benchmarks.contest.JobQueue;
import dev.rota.engine.Engine;
import dev.rota.worker.Worker;
import dev.rota.worker.WorkerBuilder;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** A RotaQueue is a node of Rota as a contestant: a full one, as an application would start it. */
final class RotaQueue implements JobQueue {
  private static final int CONCURRENCY = 100;
  private static final Duration LONGEST = Duration.ofMinutes(10);

  private final Engine engine;
  private Shape shape = Shape.PLAIN;
  private int number;

  RotaQueue(Scratch database, String node) {
    this.engine = database.start(node);
  }

  /** A Shape is in what way jobs differ from each other. */
  enum Shape {
    PLAIN,
    QUEUES,
    KEYS,
    PRIORITIES;

    private static final int QUEUES_USED = 100;
    private static final int KEYS_USED = 100_000;

    private NewJob.Builder job(int number) {
      NewJob.Builder job = NewJob.kind(Scratch.KIND);
      return switch (this) {
        case PLAIN -> job.queue(Scratch.QUEUE);
        case QUEUES -> job.queue("queue-" + number % QUEUES_USED);
        case KEYS -> job.queue(Scratch.QUEUE).concurrency("key-" + number % KEYS_USED, 1);
        case PRIORITIES -> job.queue(Scratch.QUEUE).priority(number % 100);
      };
    }

    private WorkerBuilder serve(WorkerBuilder worker) {
      if (this != QUEUES) {
        return worker.queue(Scratch.QUEUE, CONCURRENCY);
      }
      for (int i = 0; i < QUEUES_USED; i++) {
        worker.queue("queue-" + i, CONCURRENCY);
      }
      return worker;
    }
  }

  /** From now on jobs are of this shape. */
  void shape(Shape other) {
    this.shape = other;
  }

  @Override
  public void prepare() {
    // The engine has migrated when it has started.
  }

  @Override
  public void enqueueAll(int jobs, String payload) {
    int from = number;
    number += jobs;
    NewJob plain = job(payload);
    engine
        .jobs()
        .enqueueAll(
            IntStream.range(from, number)
                .mapToObj(
                    i -> shape == Shape.PLAIN ? plain : shape.job(i).payload(payload).build()));
  }

  @Override
  public void enqueue(String payload) {
    engine.jobs().enqueue(job(payload));
  }

  @Override
  public Work work(Consumer<String> handler) {
    return work(handler, CONCURRENCY);
  }

  /** The same with another number of jobs at a time, all of the default queue. */
  Work work(Consumer<String> handler, int concurrency) {
    WorkerBuilder worker = Worker.on(engine.source());
    if (concurrency == CONCURRENCY) {
      shape.serve(worker);
    } else {
      worker.queue(Scratch.QUEUE, concurrency);
    }
    return new Running(
        worker.run(Scratch.KIND, job -> handler.accept(String.valueOf(job.payload()))).start());
  }

  @Override
  public void close() {
    engine.close();
  }

  private static NewJob job(String payload) {
    return NewJob.kind(Scratch.KIND).queue(Scratch.QUEUE).payload(payload).build();
  }

  private record Running(Worker worker) implements Work {
    @Override
    public void settle() throws InterruptedException {
      if (!worker.awaitIdle(LONGEST)) {
        throw new IllegalStateException("the worker does not come to rest");
      }
    }

    @Override
    public void close() {
      worker.close();
    }
  }
}
