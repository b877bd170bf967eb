package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.JobSource;
import dev.rota.Lease;
import dev.rota.NewJob;
import dev.rota.Outcome;
import dev.rota.Report;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a node tells those who listen to it, for metrics and the like. */
final class EventsTest extends EngineTest {
  private final List<String> told = new CopyOnWriteArrayList<>();
  private Engine node;
  private JobSource from;

  @BeforeEach
  void openNodeThatTells() {
    node = open(patient("node-b"), new Diary());
    from = node.source();
  }

  private final class Diary implements EngineEvents {
    @Override
    public void enqueued(String queue, String kind, int jobs) {
      told.add("enqueued " + jobs + " " + kind + " on " + queue);
    }

    @Override
    public void claimed(Lease lease, Duration waited) {
      told.add("claimed " + lease.kind() + " after " + waited.toMinutes() + " min");
    }

    @Override
    public void reported(Report report, boolean again) {
      told.add(
          "reported " + report.outcome().getClass().getSimpleName() + (again ? ", again" : ""));
    }

    @Override
    public void fenced(Report report) {
      told.add("fenced " + report.outcome().getClass().getSimpleName());
    }

    @Override
    public void recovered(Recovered counts) {
      told.add("recovered " + counts.requeued() + " failed " + counts.failed());
    }
  }

  @Test
  void newJobsAreTold() {
    node.jobs().enqueue(NewJob.of("a", "{}"));
    node.jobs()
        .enqueue(List.of(NewJob.of("a", "1"), NewJob.kind("b").queue("q").unique("u").build()));

    assertThat(told)
        .containsExactlyInAnyOrder(
            "enqueued 1 a on default", "enqueued 1 a on default", "enqueued 1 b on q");
  }

  @Test
  void duplicatesAreNotTold() {
    NewJob job = NewJob.kind("a").unique("u").build();
    node.jobs().enqueue(job);
    told.clear();

    node.jobs().enqueue(job);
    node.jobs().enqueue(List.of(job, job));

    assertThat(told).isEmpty();
  }

  @Test
  void aStreamIsToldOnceItIsStored() {
    node.jobs().enqueueAll(IntStream.range(0, 2_500).mapToObj(i -> NewJob.of("a", "1")));

    assertThat(told.stream().mapToInt(line -> Integer.parseInt(line.split(" ")[1])).sum())
        .isEqualTo(2_500);
  }

  @Test
  void aStreamThatBreaksOffIsNotTold() {
    assertThatThrownBy(() ->
            node.jobs()
                .enqueueAll(
                    IntStream.range(0, 2_500).mapToObj(i -> NewJob.of("a", i < 2_000 ? "1" : "{"))))
        .hasMessageContaining("must be JSON");

    assertThat(told).isEmpty();
  }

  @Test
  void aClaimTellsHowLongTheJobWaited() {
    enqueue("a");
    clock.advance(Duration.ofMinutes(7));

    claim(from, 10);

    assertThat(told).containsExactly("claimed a after 7 min");
  }

  @Test
  void reportsAreToldWithWhatFollows() {
    for (int i = 0; i < 5; i++) {
      enqueue("a");
    }
    List<Lease> leases = claim(from, 10);
    told.clear();

    report(from, leases.get(0), new Outcome.Completed(null));
    report(from, leases.get(1), failure(new Outcome.Retry.ByPolicy()));
    report(from, leases.get(2), failure(new Outcome.Retry.Never()));
    report(from, leases.get(3), new Outcome.Cancelled());
    report(from, leases.get(4), new Outcome.Released());

    assertThat(told)
        .containsExactly(
            "reported Completed",
            "reported Failed, again",
            "reported Failed",
            "reported Cancelled",
            "reported Released");
  }

  @Test
  void aRepeatedReportIsToldOnce() {
    enqueue("a");
    Lease lease = claim(from, 10).get(0);
    told.clear();

    report(from, lease, new Outcome.Completed(null));
    report(from, lease, new Outcome.Completed(null));

    assertThat(told).containsExactly("reported Completed");
  }

  @Test
  void aLateReportIsToldAsFenced() {
    enqueue("a");
    Lease lease = claim(from, 10).get(0);
    update("DELETE FROM rota.run");
    told.clear();

    report(from, lease, new Outcome.Completed(null));

    assertThat(told).containsExactly("fenced Completed");
  }

  @Test
  void aRecoveryIsToldWithItsCounts() {
    enqueue("a");
    enqueue("a");
    enqueue(NewJob.kind("a").maxRetries(0).build());
    claim(open("dying").source(), 10);
    clock.advance(Duration.ofSeconds(25));

    node.tick();

    assertThat(told).containsExactly("recovered 2 failed 1");
  }

  @Test
  void nothingIsToldWhenNothingHappens() {
    node.tick();
    node.recover(Duration.ofSeconds(1));
    claim(from, 10);

    assertThat(told).isEmpty();
  }
}
