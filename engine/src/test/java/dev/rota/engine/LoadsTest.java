package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.Claim;
import dev.rota.Lease;
import dev.rota.NewJob;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class LoadsTest extends EngineTest {

  @Test
  void aRemoteWorkerThatComesInAtSeveralNodesAtOnceIsEnteredOnce() throws Exception {
    List<Engine> nodes = List.of(engine, open("node-b"), open("node-c"), open("node-d"));
    for (String name : List.of("w-1", "w-2", "w-3")) {
      List<Holder> entered =
          Together.run(
              4,
              i ->
                  nodes
                      .get(i)
                      .workers()
                      .remote(name, null, null, Set.of(), Duration.ofSeconds(30)));
      assertThat(entered).extracting(Holder::worker).containsOnly(entered.getFirst().worker());
    }
    assertThat(text("SELECT count(*) FROM rota.worker WHERE pid IS NULL")).isEqualTo("3");
  }

  @Test
  void aQueueTellsWhatItHasToDoAndWhoIsThereForIt() {
    for (int i = 0; i < 10; i++) {
      enqueue(NewJob.kind("a").priority(i).build());
    }
    enqueue(NewJob.kind("a").delay(Duration.ofHours(1)).build());
    clock.advance(Duration.ofSeconds(20));
    List<Lease> leases = claim(4);
    clock.advance(Duration.ofSeconds(10));
    complete(leases.get(0));
    fail(leases.get(1));
    engine.tick();

    QueueLoad load = load("default");
    assertThat(load.depth()).isEqualTo(6);
    assertThat(load.exact()).isTrue();
    assertThat(load.oldestWait()).isGreaterThanOrEqualTo(Duration.ofSeconds(30));
    assertThat(load.demand().arrivals()).isEqualTo(11 / 60.0);
    assertThat(load.served()).isEqualTo(2 / 60.0);
    assertThat(load.demand().run()).isGreaterThanOrEqualTo(Duration.ofSeconds(10));
    assertThat(load.demand().busy()).isEqualTo(2);
    assertThat(load.workers()).isEqualTo(1);
    assertThat(load.slots()).isEqualTo(4);
    assertThat(load.idle()).isEqualTo(2);

    clock.advance(Duration.ofMinutes(2));
    assertThat(load("default").demand().arrivals()).isZero();
    assertThat(load("default").served()).isZero();
  }

  @Test
  void theSlotsAreThoseOfWorkersThatLiveAndSaySoOrTheMostTheyAskedFor() {
    Holder remote = engine.workers().remote("far", null, null, Set.of(), Duration.ofSeconds(30));
    enqueue("a");
    ask(remote, 3, 50);
    ask(remote, 2, 50);
    assertThat(load("default").slots()).isEqualTo(50);
    assertThat(load("default").workers()).isEqualTo(1);
    claim(7);
    claim(2);
    assertThat(load("default").slots()).isEqualTo(57);
    engine.queues().put("default", QueueSettings.DEFAULTS.withPerNode(5), "test");
    assertThat(load("default").slots()).as("a node's limit is no limit of others").isEqualTo(55);
    clock.advance(Duration.ofMinutes(11));
    assertThat(load("default").slots()).isEqualTo(5);
  }

  @Test
  void aBacklogIsCountedToABoundAndOtherQueuesAreLeftOut() {
    enqueue(NewJob.kind("a").queue("other").build());
    enqueue("a");
    assertThat(engine.loads().of(List.of()))
        .extracting(QueueLoad::queue)
        .contains("default", "other");
    assertThat(engine.loads().of(List.of("other")))
        .extracting(QueueLoad::queue)
        .containsExactly("other");
    update(
        """
        INSERT INTO rota.ready (job, since, route, lane)
        SELECT -n, rota.clock(), r.route, r.lane FROM rota.ready r JOIN rota.route t ON t.id = r.route
        CROSS JOIN generate_series(1, 20000) n WHERE t.queue = 'default'
        """);
    assertThat(load("default").depth()).isEqualTo(Loads.COUNTED);
    assertThat(load("default").exact()).isFalse();
    assertThat(load("other").depth()).isEqualTo(1);
    assertThat(engine.loads().of(List.of("nothing"))).isEmpty();
  }

  @Test
  void theWantedSlotsKeepUpWithArrivalsAndEmptyTheQueueInTime() {
    Duration minute = Duration.ofMinutes(1);
    assertThat(demand(0, 0, 0, 5).slots(minute)).isZero();
    assertThat(demand(2, 0, 0, 5).slots(minute)).as("2/s × 5 s").isEqualTo(10);
    assertThat(demand(2, 120, 0, 5).slots(minute)).as("and 120 × 5 s / 60 s").isEqualTo(20);
    assertThat(demand(2, 120, 15, 5).slots(minute)).as("what runs keeps its slots").isEqualTo(25);
    assertThat(demand(0, 0, 7, 5).slots(minute)).isEqualTo(7);
    assertThat(demand(0, 1, 0, 0.001).slots(minute)).isEqualTo(1);
    assertThat(demand(0, 120, 0, 5).slots(Duration.ofSeconds(10))).isEqualTo(60);
    assertThat(new Demand(0, 1_000_000, 0, null, null, null, false).slots(minute))
        .as("nobody knows how long they take")
        .isEqualTo(1);
    Duration run = Duration.ofSeconds(5);
    assertThat(new Demand(9, 999, 1, run, 8, null, false).slots(minute)).isEqualTo(8);
    assertThat(new Demand(9, 999, 1, run, null, 0.5, false).slots(minute)).isEqualTo(3);
    assertThat(new Demand(9, 999, 2, run, null, null, true).slots(minute)).isEqualTo(2);
  }

  private static Demand demand(double arrivals, long depth, int busy, double run) {
    return new Demand(
        arrivals, depth, busy, Duration.ofNanos((long) (run * 1e9)), null, null, false);
  }

  private void ask(Holder holder, int max, int slots) {
    Claim.Want want = new Claim.Want("default", max, Map.of("b", max), slots);
    engine.leases().exchange(holder, List.of(), new Claim(max, List.of(want)));
  }

  private QueueLoad load(String queue) {
    return engine.loads().of(List.of(queue)).getFirst();
  }
}
