package dev.rota.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.Claim;
import dev.rota.InvalidInput;
import dev.rota.Job;
import dev.rota.JobSource;
import dev.rota.JobState;
import dev.rota.Lease;
import dev.rota.NewJob;
import dev.rota.Outcome;
import dev.rota.Report;
import dev.rota.RetryPolicy;
import dev.rota.RotaException;
import dev.rota.Unique;
import dev.rota.Verdict;
import dev.rota.remote.RemoteOptions;
import dev.rota.remote.RotaClient;
import dev.rota.testkit.Eventually;
import dev.rota.testkit.JobSourceContract;
import dev.rota.testkit.MovableClock;
import dev.rota.testkit.Unreliable;
import dev.rota.worker.Worker;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** Over HTTP the source keeps the same contract, and the client says what it is told. */
class RemoteSourceTest extends ApiTest implements JobSourceContract {
  private volatile boolean away;

  @Override
  protected DataSource dataSource() {
    return Unreliable.dataSource(super.dataSource(), () -> away);
  }

  @Override
  public JobSource opened() {
    return client().source(RemoteOptions.standard().withWorker("far-away").withVersion("1.2"));
  }

  @Override
  public long stored(NewJob job) {
    return client().enqueue(job).job();
  }

  @Override
  public Job seen(long id) {
    Job seen = client().get(id).orElseThrow();
    assertThat(seen.payload()).isEqualTo(engine.jobs().get(id).orElseThrow().payload());
    return seen;
  }

  @Override
  public void askToCancel(long id) {
    client().cancel(id);
  }

  @Override
  public void away(boolean isAway) {
    away = isAway;
  }

  @Test
  void every_wish_of_a_job_gets_through() {
    NewJob wish =
        NewJob.kind("k")
            .payload("{\"text\":\"tab\\t, quote \\\" and \\u00f6\"}")
            .queue("wishes")
            .priority(9)
            .delay(Duration.ofMillis(90_500))
            .maxRetries(2)
            .retry(new RetryPolicy(Duration.ofMillis(1500), 3, Duration.ofHours(2), 0.1))
            .unique(Unique.forPeriod("key \"1\"", Duration.ofDays(2)))
            .concurrency("one", 2)
            .requires("pdf", "gpu")
            .timeout(Duration.ofMillis(2500))
            .tags("t")
            .metadata("{\"a\":{}}")
            .trace("00-x")
            .idempotencyKey("once")
            .createdBy("somebody")
            .build();
    long id = client().enqueue(wish).job();
    assertThat(client().enqueue(wish)).isEqualTo(new RotaClient.Enqueued(id, true));
    Job told = client().get(id).orElseThrow();
    assertThat(told).isEqualTo(engine.jobs().get(id).orElseThrow());
    assertThat(told.createdBy()).isEqualTo("somebody");
    assertThat(told.requires()).isEqualTo(Set.of("gpu", "pdf"));
    Instant due = Instant.parse("2100-01-01T00:00:00Z");
    long later = client().enqueue(NewJob.kind("k").runAt(due).build()).job();
    assertThat(client().get(later).orElseThrow().runAt()).isEqualTo(due);
  }

  @Test
  void many_jobs_go_as_a_stream_all_or_none() {
    assertThat(
            client()
                .enqueueAll(
                    IntStream.range(0, 3000).mapToObj(i -> NewJob.of("ö", Integer.toString(i)))))
        .isEqualTo(3000);
    assertThat(client().get(Long.MAX_VALUE >> 11)).isEmpty();
  }

  @Test
  void a_job_is_controlled_and_a_refusal_has_its_code() {
    long id = stored(NewJob.of("k", "1"));
    assertThat(client().pause(id).state()).isEqualTo(JobState.PAUSED);
    assertThat(client().resume(id).state()).isEqualTo(JobState.PENDING);
    assertThat(client().cancel(id).state()).isEqualTo(JobState.CANCELLED);
    assertThatThrownBy(() -> client().pause(id))
        .isInstanceOf(RotaException.class)
        .extracting("code")
        .isEqualTo("forbidden-transition");
    assertThat(client().retry(id).state()).isEqualTo(JobState.PENDING);
    assertThatThrownBy(() -> RotaClient.connect("rota.example.org", null))
        .isInstanceOf(InvalidInput.class);
  }

  @Test
  void a_job_whose_worker_fell_silent_goes_to_another_and_the_late_answer_is_refused() {
    long id = stored(NewJob.of("k", "1"));
    MovableClock clock = new MovableClock(database);
    try (JobSource slow = client().source(RemoteOptions.standard().withWorker("slow"));
        JobSource quick = client().source(RemoteOptions.standard().withWorker("quick"))) {
      Lease old = slow.exchange(List.of(), Claim.of("default", 1)).leases().get(0);
      clock.advance(Duration.ofSeconds(61));
      engine.tick();
      Lease current = quick.exchange(List.of(), Claim.of("default", 1)).leases().get(0);
      assertThat(current.job()).isEqualTo(id);
      Report late = Report.of(old, new Outcome.Completed("\"late\""));
      assertThat(slow.exchange(List.of(late), Claim.NOTHING).verdicts())
          .containsExactly(Verdict.FENCED);
      Report good = Report.of(current, new Outcome.Completed("\"good\""));
      assertThat(quick.exchange(List.of(good), Claim.NOTHING).verdicts())
          .containsExactly(Verdict.ACCEPTED);
    }
    assertThat(seen(id).result()).isEqualTo("\"good\"");
  }

  @Test
  void a_worker_hears_of_a_cancellation_and_of_capabilities() throws Exception {
    long id = stored(NewJob.kind("k").requires("pdf").build());
    CountDownLatch told = new CountDownLatch(1);
    try (Worker worker =
        Worker.on(client().source(RemoteOptions.standard().withCapabilities(Set.of("pdf"))))
            .handle(
                "k",
                job -> {
                  job.onCancel(told::countDown);
                  job.progress(10, "begun");
                  new CountDownLatch(1).await();
                  return null;
                })
            .beatEvery(Duration.ofMillis(20))
            .start()) {
      Eventually.await(SOON, () -> "begun".equals(seen(id).progressMessage()), "progress is told");
      assertThat(worker.stats().running()).isEqualTo(1);
      client().cancel(id);
      told.await();
      Eventually.await(SOON, () -> seen(id).state() == JobState.CANCELLED, "it is cancelled");
    }
  }

  @Test
  void a_worker_over_http_has_no_part_in_transactions() throws Exception {
    long id = stored(NewJob.of("k", "1"));
    try (JobSource source = opened();
        var connection = database.connect()) {
      Lease lease = source.exchange(List.of(), Claim.of("default", 1)).leases().get(0);
      assertThat(lease.job()).isEqualTo(id);
      assertThatThrownBy(
              () -> source.report(connection, Report.of(lease, new Outcome.Completed(null))))
          .extracting("code")
          .isEqualTo("unsupported");
    }
  }

  @Test
  void what_came_while_nobody_asked_is_given_back_at_the_end() throws Exception {
    JobSource source = opened();
    source.exchange(List.of(), Claim.of("default", 1));
    long id = stored(NewJob.of("k", "1"));
    source.awaitWork(Duration.ofSeconds(30));
    assertThat(seen(id).state()).isEqualTo(JobState.RUNNING);
    source.close();
    assertThat(seen(id).state()).isEqualTo(JobState.PENDING);
    assertThat(seen(id).retries()).isZero();
  }

  private RotaClient client() {
    return RotaClient.connect(server.url(), null);
  }
}
