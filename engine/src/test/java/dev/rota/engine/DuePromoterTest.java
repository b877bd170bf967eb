package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.JobState;
import dev.rota.NewJob;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

final class DuePromoterTest extends EngineTest {
  @Test
  void nodesThatPromoteAtTheSameTimeDoNotDoubleAnything() throws Exception {
    engine
        .jobs()
        .enqueueAll(
            Collections.nCopies(8_000, NewJob.kind("a").delay(Duration.ofMinutes(1)).build())
                .stream());
    List<Engine> nodes = List.of(engine, open(patient("node-b")), open(patient("node-c")));
    clock.advance(Duration.ofMinutes(2));

    Together.run(3, thread -> nodes.get(thread).node().duePromoter().promote());

    assertThat(count("delayed")).isZero();
    assertThat(count("ready")).isEqualTo(8_000);
  }

  @Test
  void whatIsNotDueStays() {
    long due = enqueue(NewJob.kind("a").delay(Duration.ofMinutes(1)).build());
    long later = enqueue(NewJob.kind("a").delay(Duration.ofMinutes(3)).build());
    clock.advance(Duration.ofMinutes(2));

    engine.tick();

    assertThat(state(due)).isEqualTo(JobState.PENDING);
    assertThat(state(later)).isEqualTo(JobState.SCHEDULED);
  }

  @Test
  void aPromotedJobKeepsItsPriorityAndRetries() {
    long plain = enqueue("a");
    long urgent = enqueue(NewJob.kind("a").priority(50).delay(Duration.ofMinutes(1)).build());
    clock.advance(Duration.ofMinutes(2));

    engine.tick();

    assertThat(ids(claim(10))).containsExactly(urgent, plain);
  }
}
