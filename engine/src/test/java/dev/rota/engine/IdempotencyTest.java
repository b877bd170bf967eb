package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.NewJob;
import dev.rota.RotaException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class IdempotencyTest extends EngineTest {
  @Test
  void aRepeatedEnqueueIsAnsweredWithTheSameJob() {
    Enqueued first = engine.jobs().enqueue(keyed("k", "{\"n\":1}"));
    Enqueued again = engine.jobs().enqueue(keyed("k", "{\"n\":1}"));

    assertThat(first.duplicate()).isFalse();
    assertThat(again).isEqualTo(new Enqueued(first.job(), true));
    assertThat(count("job")).isEqualTo(1);
  }

  @Test
  void aRepeatedEnqueueIsAnsweredEvenWhenItsJobIsOver() {
    long id = engine.jobs().enqueue(keyed("k", "1")).job();
    complete(claimOne());

    assertThat(engine.jobs().enqueue(keyed("k", "1"))).isEqualTo(new Enqueued(id, true));
    assertThat(claim(10)).isEmpty();
  }

  @Test
  void aKeyThatWasUsedForAnotherRequestIsRefused() {
    engine.jobs().enqueue(keyed("k", "1"));

    assertThatThrownBy(() -> engine.jobs().enqueue(keyed("k", "2")))
        .isInstanceOfSatisfying(
            RotaException.class, e -> assertThat(e.code()).isEqualTo("idempotency-conflict"))
        .hasMessageContaining("\"k\"");
    assertThatThrownBy(() ->
            engine
                .jobs()
                .enqueue(NewJob.kind("a").payload("1").priority(5).idempotencyKey("k").build()))
        .hasMessageContaining("another request");
    assertThat(count("job")).isEqualTo(1);
  }

  @Test
  void aKeyIsForgottenAfterADay() {
    long first = engine.jobs().enqueue(keyed("k", "1")).job();
    clock.advance(Duration.ofHours(23));
    engine.tick();
    assertThat(engine.jobs().enqueue(keyed("k", "1")).job()).isEqualTo(first);

    clock.advance(Duration.ofHours(1).plusSeconds(1));

    Enqueued later = engine.jobs().enqueue(keyed("k", "2"));
    assertThat(later.duplicate()).isFalse();
    assertThat(later.job()).isNotEqualTo(first);
    clock.advance(Duration.ofHours(25));
    engine.tick();
    assertThat(count("idempotency")).isZero();
  }

  @Test
  void callersAtTheSameTimeWithOneKeyMakeOneJob() throws Exception {
    List<Enqueued> answers = Together.run(8, thread -> engine.jobs().enqueue(keyed("k", "1")));

    assertThat(answers).extracting(Enqueued::job).containsOnly(answers.get(0).job());
    assertThat(answers).filteredOn(answer -> !answer.duplicate()).hasSize(1);
    assertThat(count("job")).isEqualTo(1);
  }

  @Test
  void ofTwoRequestsWithOneKeyAtTheSameTimeOneIsRefused() throws Exception {
    List<String> answers =
        Together.run(
            2,
            thread -> {
              try {
                engine.jobs().enqueue(keyed("k", String.valueOf(thread)));
                return "stored";
              } catch (RotaException e) {
                return e.code();
              }
            });

    assertThat(answers).containsExactlyInAnyOrder("stored", "idempotency-conflict");
    assertThat(count("job")).isEqualTo(1);
  }

  @Test
  void aRepetitionWithinAListIsADuplicateOfTheFirst() {
    List<Enqueued> answers =
        engine.jobs().enqueue(List.of(keyed("k", "1"), keyed("other", "1"), keyed("k", "1")));

    assertThat(answers).extracting(Enqueued::duplicate).containsExactly(false, false, true);
    assertThat(answers.get(2).job()).isEqualTo(answers.get(0).job());
    assertThat(count("job")).isEqualTo(2);
  }

  @Test
  void aKeyStandsForTheJobThatHadTheUniqueKeyAlready() {
    long there = enqueue(NewJob.kind("a").unique("u").build());
    NewJob wish = NewJob.kind("a").unique("u").idempotencyKey("k").build();

    assertThat(engine.jobs().enqueue(wish)).isEqualTo(new Enqueued(there, true));
    complete(claimOne());

    assertThat(engine.jobs().enqueue(wish)).isEqualTo(new Enqueued(there, true));
  }

  @Test
  void everyCopyWithinAListIsAnsweredWithTheJobThatHadTheUniqueKeyAlready() {
    long there = enqueue(NewJob.kind("a").unique("u").build());
    NewJob wish = NewJob.kind("a").unique("u").idempotencyKey("k").build();

    assertThat(engine.jobs().enqueue(List.of(wish, wish, wish)))
        .containsOnly(new Enqueued(there, true));
  }

  private static NewJob keyed(String key, String payload) {
    return NewJob.kind("a").payload(payload).idempotencyKey(key).build();
  }
}
