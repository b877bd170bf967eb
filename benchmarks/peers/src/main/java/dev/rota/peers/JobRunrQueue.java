package dev.rota.peers;

import com.zaxxer.hikari.HikariDataSource;
import dev.rota.benchmarks.contest.JobQueue;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jobrunr.jobs.lambdas.JobRequest;
import org.jobrunr.jobs.lambdas.JobRequestHandler;
import org.jobrunr.jobs.mappers.JobMapper;
import org.jobrunr.scheduling.JobRequestScheduler;
import org.jobrunr.server.BackgroundJobServer;
import org.jobrunr.server.BackgroundJobServerConfiguration;
import org.jobrunr.server.JobActivator;
import org.jobrunr.storage.StorageProvider;
import org.jobrunr.storage.sql.postgres.PostgresStorageProvider;
import org.jobrunr.utils.mapper.jackson3.Jackson3JsonMapper;

/**
 * A JobRunrQueue is JobRunr's free version: job requests instead of lambdas, which need no analysis
 * of byte code, a worker for each of 64 virtual threads, and the shortest interval it allows.
 */
final class JobRunrQueue implements JobQueue {
  private static final int WORKERS = 64;

  private final HikariDataSource source;
  private final Jackson3JsonMapper json = new Jackson3JsonMapper();
  private final StorageProvider storage;
  private final JobRequestScheduler scheduler;

  JobRunrQueue(HikariDataSource source) {
    this.source = source;
    this.storage = new PostgresStorageProvider(source);
    storage.setJobMapper(new JobMapper(json));
    this.scheduler = new JobRequestScheduler(storage, List.of());
  }

  @Override
  public void prepare() {
    // The storage provider has made its tables.
  }

  @Override
  public void enqueueAll(int jobs, String payload) {
    scheduler.enqueue(Stream.generate(() -> new Request(payload)).limit(jobs));
  }

  @Override
  public void enqueue(String payload) {
    scheduler.enqueue(new Request(payload));
  }

  @Override
  public Work work(Consumer<String> handler) {
    Handler only = new Handler(handler);
    BackgroundJobServer server =
        new BackgroundJobServer(
            storage,
            json,
            new JobActivator() {
              @Override
              public <T> T activateJob(Class<T> type) {
                return type.cast(only);
              }
            },
            BackgroundJobServerConfiguration.usingStandardBackgroundJobServerConfiguration()
                .andWorkerCount(WORKERS)
                .andPollInterval(Duration.ofSeconds(5)));
    server.start();
    return server::stop;
  }

  @Override
  public void close() {
    scheduler.shutdown();
    storage.close();
    source.close();
  }

  /** A Request is a job, as JobRunr stores it. */
  public static final class Request implements JobRequest {
    private String payload = "";

    /** For reading it back. */
    public Request() {}

    Request(String payload) {
      this.payload = payload;
    }

    @Override
    public Class<Handler> getJobRequestHandler() {
      return Handler.class;
    }
  }

  /** A Handler hands the payload on. */
  public record Handler(Consumer<String> told) implements JobRequestHandler<Request> {
    @Override
    public void run(Request request) {
      told.accept(request.payload);
    }
  }
}
