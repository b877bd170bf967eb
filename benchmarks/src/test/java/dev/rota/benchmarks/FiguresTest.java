package dev.rota.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class FiguresTest {
  @Test
  void aPercentileLiesBetweenItsNeighbours() {
    assertThat(Figures.median(List.of(3.0, 1.0, 2.0))).isEqualTo(2);
    assertThat(Figures.median(List.of(4.0, 1.0))).isEqualTo(2.5);
    assertThat(Figures.percentile(List.of(1.0, 2.0, 3.0, 4.0, 5.0), 75)).isEqualTo(4);
    assertThat(Figures.median(List.of())).isNaN();
  }

  @Test
  void figuresHaveAsManyDigitsAsMeanSomething() {
    assertThat(Figures.all(List.of(31_168.4, 123.4, 12.34, 1.234, 0.0)))
        .isEqualTo("31,168 123 12.3 1.23 0.00");
    assertThat(Figures.of(Double.NaN)).isEqualTo("-");
  }

  @Test
  void aBarIsReachedFromItsOwnSide() {
    assertThat(Bar.atLeast(0.6).isReached(0.6)).isTrue();
    assertThat(Bar.atLeast(0.6).isReached(0.59)).isFalse();
    assertThat(Bar.atMost(5).isReached(4.9)).isTrue();
    assertThat(Bar.atMost(5)).hasToString("<= 5.00");
  }
}
