package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.Claim;
import dev.rota.Lease;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PubSubTest extends EngineTest {
  @Test
  void onePublicationMakesAJobForEachSubscribedKind() {
    engine.jobs().subscribe("page.changed", "index", "default");
    engine.jobs().subscribe("page.changed", "index", "default");
    engine.jobs().subscribe("page.changed", "notify", "mail");
    engine.jobs().subscribe("page.gone", "index", "default");

    List<Enqueued> made = engine.jobs().publish("page.changed", "{\"page\": 7}");

    assertThat(made).hasSize(2);
    Lease index = claimOne();
    assertThat(index.kind()).isEqualTo("index");
    assertThat(index.payload()).isEqualTo("{\"page\": 7}");
    assertThat(source.exchange(List.of(), Claim.of("mail", 5)).leases())
        .extracting(Lease::kind)
        .containsExactly("notify");
  }

  @Test
  void whoUnsubscribesGetsNothingMore() {
    engine.jobs().subscribe("page.changed", "index", "default");
    engine.jobs().unsubscribe("page.changed", "index", "default");

    assertThat(engine.jobs().publish("page.changed", "{}")).isEmpty();
    assertThat(count("job")).isZero();
  }
}
