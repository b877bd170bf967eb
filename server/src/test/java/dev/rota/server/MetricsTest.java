package dev.rota.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.NewJob;
import dev.rota.engine.Engine;
import dev.rota.engine.EngineOptions;
import dev.rota.engine.scheduler.Fate;
import dev.rota.testkit.TestDatabase;
import dev.rota.worker.Worker;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class MetricsTest {

  @Test
  void the_life_of_jobs_shows_in_the_metrics() throws Exception {
    try (var database = TestDatabase.create();
        var metrics = new Metrics();
        var engine =
            Engine.start(
                database.dataSource(),
                EngineOptions.builder().build(),
                new EngineMetrics(metrics.registry()))) {
      metrics.add(new QueueMetrics(engine.queues(), metrics.registry()));
      engine.jobs().enqueue(NewJob.of("rota.echo", "1"));
      engine.jobs().enqueue(NewJob.of("rota.fail", "2"));
      engine.jobs().enqueue(NewJob.of("nobody.does.it", "3"));
      var builder = Worker.on(engine.source()).listener(new WorkerMetrics(metrics.registry()));
      try (var worker = BuiltInHandlers.addTo(builder).start()) {
        assertThat(worker.awaitIdle(Duration.ofSeconds(20))).isTrue();
      }
      assertThat(metrics.page())
          .contains(
              "jobs_enqueued_total{kind=\"rota.echo\",queue=\"default\"} 1.0",
              "jobs_started_total{kind=\"rota.echo\",queue=\"default\"} 1.0",
              "jobs_completed_total{kind=\"rota.echo\",queue=\"default\",status=\"completed\"} 1.0",
              "jobs_completed_total{kind=\"rota.fail\",queue=\"default\",status=\"failed\"} 1.0",
              "job_duration_seconds_count{kind=\"rota.echo\",queue=\"default\",status=\"completed\"} 1",
              "job_wait_seconds_count{kind=\"rota.echo\",queue=\"default\"} 1",
              "job_retries_total 1.0",
              "fenced_reports_total 0.0",
              "jobs_recovered_total{became=\"pending\"} 0.0",
              "queue_depth{kind=\"nobody.does.it\",queue=\"default\",state=\"pending\"} 1.0",
              "queue_depth{kind=\"rota.fail\",queue=\"default\",state=\"scheduled\"} 1.0");
    }
  }

  @Test
  void the_fates_of_planned_times_show_in_the_metrics() {
    try (var metrics = new Metrics()) {
      var events = new SchedulerMetrics(metrics.registry());
      events.fated(Fate.ENQUEUED, 3);
      assertThat(metrics.page())
          .contains(
              "occurrences_total{fate=\"enqueued\"} 3.0",
              "occurrences_total{fate=\"skipped_overlap\"} 0.0");
    }
  }
}
