package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.Lease;
import dev.rota.Outcome;
import dev.rota.Report;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class EventsTest extends EngineTest {
  private final List<String> told = new ArrayList<>();

  private final EngineEvents events =
      new EngineEvents() {
        @Override
        public void enqueued(String queue, String kind, int jobs) {
          told.add("enqueued " + queue + " " + kind + " " + jobs);
        }

        @Override
        public void claimed(Lease lease, Duration waited) {
          told.add("claimed " + lease.kind() + " waited " + waited.toMinutes() + " min");
        }

        @Override
        public void reported(Report report, boolean again) {
          told.add("reported " + report.outcome().getClass().getSimpleName() + " again " + again);
        }

        @Override
        public void fenced(Report report) {
          told.add("fenced");
        }

        @Override
        public void recovered(Recovered counts) {
          if (counts.total() > 0) {
            told.add("recovered " + counts.requeued());
          }
        }
      };

  @Test
  void aListenerIsToldOfAJobsWholeLife() {
    engine.close();
    engine = Engine.open(database.dataSource(), EngineOptions.builder().name("a").build(), events);
    source = engine.source();

    enqueue("greet");
    clock.advance(Duration.ofMinutes(3));
    engine.tick();
    Lease lease = claimOne();
    report(lease, failure(new Outcome.Retry.After(Duration.ofMinutes(1))));
    clock.advance(Duration.ofMinutes(3));
    engine.tick();
    Lease second = claimOne();
    engine.recover(Duration.ZERO);
    complete(second);

    assertThat(told)
        .containsExactly(
            "enqueued default greet 1",
            "claimed greet waited 3 min",
            "reported Failed again true",
            "claimed greet waited 2 min",
            "recovered 1",
            "fenced");
  }
}
