package dev.rota.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Seeds.class)
class SeedsTest {

  @Test
  void a_seed_makes_the_same_cases_again(Seed seed) {
    assertThat(seed.random().ints(10))
        .containsExactly(seed.random().ints(10).boxed().toArray(Integer[]::new));
  }
}
