package dev.rota.peers;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.serializer.Serializer;
import com.github.kagkarlsson.scheduler.task.TaskDescriptor;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.zaxxer.hikari.HikariDataSource;
import dev.rota.benchmarks.contest.JobQueue;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A DbSchedulerQueue is db-scheduler with one-time tasks: lock-and-fetch polling, up to four times
 * as many executions fetched as there are threads, and immediate execution.
 */
final class DbSchedulerQueue implements JobQueue {
  private static final TaskDescriptor<String> TASK = TaskDescriptor.of("noop", String.class);
  private static final int THREADS = 50;

  private final HikariDataSource source;
  private final AtomicLong ids = new AtomicLong(System.nanoTime());
  private SchedulerClient client;

  DbSchedulerQueue(HikariDataSource source) {
    this.source = source;
    this.client = SchedulerClient.Builder.create(source).serializer(Text.INSTANCE).build();
  }

  @Override
  public void prepare() throws Exception {
    try (Connection connection = source.getConnection()) {
      Pool.execute(
          connection,
          """
          CREATE TABLE IF NOT EXISTS scheduled_tasks (
            task_name text NOT NULL,
            task_instance text NOT NULL,
            task_data bytea,
            execution_time timestamptz,
            picked boolean NOT NULL,
            picked_by text,
            last_success timestamptz,
            last_failure timestamptz,
            consecutive_failures int,
            last_heartbeat timestamptz,
            version bigint NOT NULL,
            priority smallint,
            state text,
            PRIMARY KEY (task_name, task_instance));
          CREATE INDEX IF NOT EXISTS execution_time_idx ON scheduled_tasks (execution_time);
          CREATE INDEX IF NOT EXISTS last_heartbeat_idx ON scheduled_tasks (last_heartbeat)\
          """);
    }
  }

  @Override
  public void enqueueAll(int jobs, String payload) {
    client.scheduleBatch(
        Stream.<TaskInstance<?>>generate(() -> instance(payload)).limit(jobs), Instant.now());
  }

  @Override
  public void enqueue(String payload) {
    client.scheduleIfNotExists(instance(payload), Instant.now());
  }

  @Override
  public Work work(Consumer<String> handler) {
    Scheduler scheduler =
        Scheduler.create(
                source,
                Tasks.oneTime(TASK).execute((task, context) -> handler.accept(task.getData())))
            .serializer(Text.INSTANCE)
            .threads(THREADS)
            .pollUsingLockAndFetch(0.5, 4.0)
            .pollingInterval(Duration.ofMillis(100))
            .enableImmediateExecution()
            .build();
    SchedulerClient before = client;
    // Only what is scheduled through the scheduler itself is executed immediately.
    client = scheduler;
    scheduler.start();
    return () -> {
      client = before;
      scheduler.stop();
    };
  }

  @Override
  public void close() {
    source.close();
  }

  private TaskInstance<String> instance(String payload) {
    return TASK.instance(Long.toString(ids.incrementAndGet())).data(payload).build();
  }

  /** Text as it is: less work than Java's serialization. */
  private enum Text implements Serializer {
    INSTANCE;

    @Override
    public byte[] serialize(Object data) {
      return data.toString().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public <T> T deserialize(Class<T> type, byte[] bytes) {
      return type.cast(new String(bytes, StandardCharsets.UTF_8));
    }
  }
}
