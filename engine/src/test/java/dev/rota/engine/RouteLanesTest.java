package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.NewJob;
import java.sql.Connection;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class RouteLanesTest extends EngineTest {
  private static final short LANE = 501;
  private static final long MILLI = 1_000_000;

  private final RouteLanes lanes = new RouteLanes();

  @Test
  void aLateWritersJobIsClaimedThoughAYoungerOneWentBefore() throws Exception {
    try (Connection late = database.connect()) {
      late.setAutoCommit(false);
      long older = engine.jobs().enqueue(late, NewJob.of("noop", "{}")).job();
      List<Long> younger = List.of(enqueue("noop"), enqueue("noop"));
      assertThat(ids(claim(1))).containsExactly(younger.get(0));
      assertThat(ids(claim(1))).containsExactly(younger.get(1));

      late.commit();

      assertThat(ids(claim(1))).containsExactly(older);
    }
  }

  @Test
  void looksGoFromTheHeadThatWasSeenLast() {
    lanes.floor(LANE, 10);
    lanes.found(new Head(1, LANE, 100, 0));

    assertThat(lanes.marks()).containsEntry(LANE, 100L);
    assertThat(lanes.floors()).containsEntry(LANE, 10L);
  }

  @Test
  void theFloorIsLookedFromAgainWhenTwentyTimesTheCostOfThatHasPassed() {
    long end = System.nanoTime();
    lanes.looked(Set.of(LANE), end - MILLI / 10, end);

    assertThat(lanes.takeLook(end + MILLI)).isFalse();
    assertThat(lanes.takeLook(end + 2 * MILLI)).isTrue();
  }

  @Test
  void onlyOneLooksFromTheFloorAtATime() {
    long end = System.nanoTime();
    lanes.looked(Set.of(LANE), end - MILLI / 10, end);

    assertThat(lanes.takeLook(end + 2 * MILLI)).isTrue();
    assertThat(lanes.takeLook(end + 3 * MILLI)).isFalse();
  }

  @Test
  void aLaneThatSeemsEmptyIsDoubtedWhileLooksFromTheFloorAreCheap() {
    lanes.found(new Head(1, LANE, 100, 0));
    assertThat(lanes.isDoubtful(1)).isFalse();
    assertThat(lanes.isDoubtful(0)).isTrue();

    long end = System.nanoTime();
    for (int i = 0; i < 10; i++) {
      lanes.looked(Set.of(), end - 50 * MILLI, end);
      lanes.found(new Head(1, LANE, 100, 0));
    }

    assertThat(lanes.isDoubtful(0)).isFalse();
    assertThat(lanes.takeLook(end + 20 * 50 * MILLI)).isTrue();
  }

  @Test
  void aLaneThatWasFoundEmptyFromItsFloorIsNotDoubtedAgain() {
    lanes.found(new Head(1, LANE, 100, 0));
    lanes.looked(Set.of(), 0, 0);

    assertThat(lanes.isDoubtful(0)).isFalse();
  }
}
