package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.InvalidInput;
import dev.rota.Lease;
import dev.rota.NewJob;
import dev.rota.RotaException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class JobNotesTest extends EngineTest {

  @Test
  void aHoldingTellsWhoHasAJobAndWhoHadItLast() {
    long id = enqueue("a");
    assertThat(holding(id).worker()).isNull();
    assertThat(holding(id).fence()).isNull();
    assertThat(holding(id).changedAt()).isEqualTo(job(id).createdAt());
    clock.advance(Duration.ofSeconds(5));
    Lease lease = claimOne();
    assertThat(holding(id).worker()).isEqualTo("node-a");
    assertThat(holding(id).fence()).isEqualTo(lease.fence());
    assertThat(holding(id).changedAt()).isEqualTo(job(id).startedAt());
    clock.advance(Duration.ofSeconds(5));
    complete(lease);
    assertThat(holding(id).fence()).isEqualTo(lease.fence());
    assertThat(holding(id).changedAt()).isEqualTo(job(id).finishedAt());
    assertThat(engine.notes().holdings(List.of(1L))).isEmpty();
  }

  @Test
  void metadataIsAddedMemberByMember() {
    long id = enqueue(NewJob.kind("a").metadata("{\"a\": 1, \"b\": 1}").build());
    clock.advance(Duration.ofSeconds(5));
    engine.notes().addMetadata(id, "{\"b\": 2, \"c\": 3}", "ada");
    assertThat(job(id).metadata()).isEqualTo("{\"a\": 1, \"b\": 2, \"c\": 3}");
    assertThat(holding(id).changedAt()).isAfter(job(id).createdAt());
    assertThat(texts("SELECT type || ' ' || actor FROM rota.event"))
        .containsExactly("job.changed ada");
  }

  @Test
  void metadataUnderAnOldFenceIsLeftOut() {
    long id = enqueue("a");
    Lease lease = claimOne();
    engine.notes().addMetadata(id, lease.fence(), "{\"a\": 1}");
    engine.notes().addMetadata(id, lease.fence() - 1, "{\"a\": 2}");
    assertThat(job(id).metadata()).isEqualTo("{\"a\": 1}");
  }

  @Test
  void metadataThatIsNoObjectOrTooMuchIsRefused() {
    long id =
        enqueue(NewJob.kind("a").metadata("{\"a\": \"%s\"}".formatted("x".repeat(40_000))).build());
    String much = "{\"b\": \"%s\"}".formatted("x".repeat(40_000));
    assertThatThrownBy(() -> engine.notes().addMetadata(id, "[]", "ada"))
        .isInstanceOf(InvalidInput.class);
    assertThatThrownBy(() -> engine.notes().addMetadata(id, much, "ada"))
        .isInstanceOf(InvalidInput.class)
        .hasMessageContaining("65536");
    Lease lease = claimOne();
    assertThatThrownBy(() -> engine.notes().addMetadata(id, lease.fence(), much))
        .isInstanceOf(InvalidInput.class);
    assertThat(job(id).metadata()).hasSizeLessThan(50_000);
    assertThatThrownBy(() -> engine.notes().addMetadata(1, "{}", "ada"))
        .isInstanceOf(RotaException.class)
        .hasMessageContaining("no job 1");
  }

  @Test
  void detailsOfProgressAreKeptWhileTheLeaseHolds() {
    long id = enqueue("a");
    Lease lease = claimOne();
    engine.notes().progress(id, lease.fence(), 40, "{\"pages\": 4}");
    engine.notes().progress(id, lease.fence(), null, "{\"pages\": 5}");
    assertThat(holding(id).details()).isEqualTo("{\"pages\": 5}");
    assertThat(job(id).progress()).isEqualTo(40);
    complete(lease);
    engine.notes().progress(id, lease.fence(), 50, "{\"pages\": 6}");
    assertThat(holding(id).details()).isEqualTo("{\"pages\": 5}");
  }

  private Holding holding(long id) {
    return engine.notes().holdings(List.of(id)).values().iterator().next();
  }
}
