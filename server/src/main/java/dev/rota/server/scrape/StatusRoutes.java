package dev.rota.server.scrape;

import static dev.rota.JobState.COMPLETED;
import static dev.rota.JobState.FAILED;
import static dev.rota.JobState.PAUSED;
import static dev.rota.JobState.PENDING;
import static dev.rota.JobState.RUNNING;
import static dev.rota.JobState.SCHEDULED;

import dev.rota.JobState;
import dev.rota.engine.Engine;
import dev.rota.engine.Figures;
import dev.rota.engine.WorkerInfo;
import dev.rota.server.http.Ids;
import dev.rota.server.http.Seconds;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies.LowerCamelCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/** StatusRoutes tell how the queue and its workers are. */
record StatusRoutes(Engine engine) {
  private static final Duration LATELY = Duration.ofHours(1);
  private static final Guard STATS = Guard.of("Failed to get statistics");
  private static final Guard WORKERS = Guard.of("Failed to get workers");

  void addTo(HttpRouting.Builder routing) {
    routing.get(ScrapeApi.PATH + "/stats", STATS.around(this::stats));
    routing.get("/workers/status", WORKERS.around(this::workers));
  }

  @JsonNaming(LowerCamelCaseStrategy.class)
  record Metrics(QueueMetrics queueMetrics, WorkerMetrics workerMetrics) {}

  /**
   * The numbers of the queue.
   *
   * @param avgWaitTime seconds from due to started, of what began within the last hour
   * @param avgProcessingTime seconds from started to finished, of the same
   * @param throughput jobs completed per minute, of the same
   */
  @JsonNaming(LowerCamelCaseStrategy.class)
  record QueueMetrics(
      long totalJobs,
      long pendingJobs,
      long runningJobs,
      long completedJobs,
      long failedJobs,
      double avgWaitTime,
      double avgProcessingTime,
      double throughput) {}

  /**
   * The numbers of the workers that were heard within the last hour.
   *
   * @param activeWorkers those that may come again: heard within ten minutes
   * @param avgJobsPerWorker all jobs, by the active workers
   * @param workerEfficiency the part of their time that they spent on jobs
   */
  @JsonNaming(LowerCamelCaseStrategy.class)
  record WorkerMetrics(
      long activeWorkers, long totalWorkers, double avgJobsPerWorker, double workerEfficiency) {}

  private void stats(ServerRequest request, ServerResponse response) {
    Figures figures = engine.census().figures(NewScrapeJob.QUEUE);
    Reply.send(response, 200, new Metrics(queue(figures), workers(figures)));
  }

  private static QueueMetrics queue(Figures figures) {
    return new QueueMetrics(
        figures.jobs(JobState.values()),
        figures.jobs(PENDING, SCHEDULED, PAUSED),
        figures.jobs(RUNNING),
        figures.jobs(COMPLETED),
        figures.jobs(FAILED),
        seconds(figures.averageWait()),
        seconds(figures.averageRun()),
        rounded(figures.completedLately() / (double) LATELY.toMinutes()));
  }

  private WorkerMetrics workers(Figures figures) {
    Collection<WorkerInfo> known = known();
    long active = known.stream().filter(WorkerInfo::alive).count();
    long jobs = figures.jobs(JobState.values());
    return new WorkerMetrics(
        active,
        known.size(),
        active == 0 ? 0 : rounded(jobs / (double) active),
        efficiency(figures.busy(), known));
  }

  private static double efficiency(Duration busy, Collection<WorkerInfo> workers) {
    long there = workers.stream().mapToLong(StatusRoutes::millisThere).sum();
    return there == 0 ? 0 : rounded(Math.min(1, busy.toMillis() / (double) there));
  }

  /** How long a worker has been there within the last hour. */
  private static long millisThere(WorkerInfo worker) {
    Duration there = Duration.between(worker.startedAt(), worker.lastSeenAt());
    return Math.min(LATELY.toMillis(), there.toMillis());
  }

  /**
   * A worker as the coordinator of scrape workers tells of it.
   *
   * @param isRunning whether it was heard within ten minutes
   */
  @JsonNaming(LowerCamelCaseStrategy.class)
  record WorkerStatus(String workerId, boolean isRunning, @Nullable String currentJob) {}

  @JsonNaming(LowerCamelCaseStrategy.class)
  record WorkersStatus(int totalWorkers, long activeWorkers, List<WorkerStatus> workers) {}

  private void workers(ServerRequest request, ServerResponse response) {
    Map<Integer, Long> jobs = engine.census().currentJobs(NewScrapeJob.QUEUE);
    List<WorkerStatus> workers =
        known().stream()
            .map(worker ->
                new WorkerStatus(
                    worker.name(), worker.alive(), Ids.JOB.showOrNull(jobs.get(worker.id()))))
            .toList();
    long active = workers.stream().filter(WorkerStatus::isRunning).count();
    Reply.send(response, 200, new WorkersStatus(workers.size(), active, workers));
  }

  /** The remote workers by name: one that came back counts once. */
  private Collection<WorkerInfo> known() {
    Map<String, WorkerInfo> byName = new LinkedHashMap<>();
    engine.workers().list(LATELY).stream()
        .filter(WorkerInfo::remote)
        .forEach(worker -> byName.put(worker.name(), worker));
    return byName.values();
  }

  private static double seconds(@Nullable Duration duration) {
    return duration == null ? 0 : rounded(Seconds.show(duration));
  }

  private static double rounded(double number) {
    return Math.round(number * 100) / 100.0;
  }
}
