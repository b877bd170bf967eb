package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.NewJob;
import java.sql.Connection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class SurveyTest extends EngineTest {
  private static final short LANE = 501;
  private static final long MILLI = 1_000_000;

  private final Survey survey = survey(0);

  private static Survey survey(long millisTaken) {
    List<Head> heads = List.of(new Head(1, LANE, 100, 7), new Head(2, LANE, 50, 8));
    return new Survey(
        List.of(1, 2), new Lanes.Peeked(heads, 2, Instant.EPOCH, true), 0, millisTaken * MILLI);
  }

  @Test
  void itIsGoodForTheRoutesThatWereLookedAt() {
    assertThat(survey.isGoodFor(List.of(2, 1), 0)).isTrue();
    assertThat(survey.isGoodFor(List.of(1), 0)).isFalse();
    assertThat(survey.isGoodFor(List.of(1, 3), 0)).isFalse();
  }

  @Test
  void itLastsTwentyTimesAsLongAsTheLookTookWithinBounds() {
    assertThat(isGood(survey(0), 49)).isTrue();
    assertThat(isGood(survey(0), 50)).isFalse();
    assertThat(isGood(survey(4), 79)).isTrue();
    assertThat(isGood(survey(4), 80)).isFalse();
    assertThat(isGood(survey(1_000), 199)).isTrue();
    assertThat(isGood(survey(1_000), 200)).isFalse();
  }

  private static boolean isGood(Survey of, long millis) {
    return of.isGoodFor(List.of(1, 2), millis * MILLI);
  }

  @Test
  void headsMoveBehindWhatWasTakenAndNeverBack() {
    survey.took(1, LANE, 120);
    survey.took(1, LANE, 110);
    survey.took(2, (short) (LANE + 5), 900);

    assertThat(survey.peeked().heads())
        .containsExactly(new Head(1, LANE, 121, 7), new Head(2, LANE, 50, 8));
    assertThat(survey.peeked().fresh()).isFalse();
  }

  @Test
  void claimsThatGetAllTheyWantGoOnWhereTheLastOneEnded() {
    List<Long> jobs = enqueueMany(350);

    assertThat(ids(claim(100))).isEqualTo(jobs.subList(0, 100));
    assertThat(ids(claim(100))).isEqualTo(jobs.subList(100, 200));
    assertThat(ids(claim(100))).isEqualTo(jobs.subList(200, 300));
  }

  @Test
  void aClaimThatGetsTooLittleByItIsFollowedByOneThatLooks() {
    enqueueMany(110);
    assertThat(claim(100)).hasSize(100);
    long unseen = enqueue(NewJob.kind("noop").priority(99).build());

    assertThat(claimAll()).hasSize(11).contains(unseen);
  }

  @Test
  void whatComesAfterALookThatFoundNothingIsClaimedAtOnce() {
    assertThat(claim(100)).isEmpty();
    long job = enqueue("noop");

    assertThat(ids(claim(100))).containsExactly(job);
  }

  @Test
  void aClaimOfFewJobsLooksForItself() {
    enqueueMany(150);
    assertThat(claim(100)).hasSize(100);
    long first = enqueue(NewJob.kind("noop").priority(99).build());

    assertThat(ids(claim(1))).containsExactly(first);
  }

  @Test
  void whatOthersHadLockedIsFoundByTheNextLook() throws Exception {
    List<Long> jobs = enqueueMany(320);
    List<Long> claimed = new ArrayList<>();
    try (Connection other = database.connect()) {
      other.setAutoCommit(false);
      other
          .createStatement()
          .execute("SELECT FROM rota.ready WHERE job = " + jobs.get(0) + " FOR UPDATE");
      claimed.addAll(ids(claim(100)));
      claimed.addAll(ids(claim(100)));
    }
    assertThat(claimed).isEqualTo(jobs.subList(1, 201));

    claimed.addAll(claimAll());

    assertThat(claimed).containsExactlyInAnyOrderElementsOf(jobs);
  }

  /** Claims for as long as there is anything, or the engine rings for another look. */
  private List<Long> claimAll() {
    List<Long> claimed = new ArrayList<>();
    long rings;
    int before;
    do {
      rings = engine.node().doorbell().rings();
      before = claimed.size();
      claimed.addAll(ids(claim(100)));
    } while (claimed.size() > before || engine.node().doorbell().rings() > rings);
    return claimed;
  }

  private List<Long> enqueueMany(int count) {
    return IntStream.range(0, count).mapToObj(i -> enqueue("noop")).toList();
  }
}
