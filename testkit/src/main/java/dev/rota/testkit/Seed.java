package dev.rota.testkit;

import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * A Seed is what a property test draws its random cases from; the same seed makes the same cases.
 */
public record Seed(long value) {

  /** A generator of these cases, from their beginning. */
  public RandomGenerator random() {
    return RandomGeneratorFactory.of("L64X128MixRandom").create(value);
  }
}
