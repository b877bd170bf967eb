package dev.rota.schedule;

import java.security.SecureRandom;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/**
 * Dice are the chance in a test: new for every run, or made again from the system property {@code
 * rota.seed}. A case that fails names its seed.
 */
final class Dice {
  private final Random random;

  private Dice(long seed) {
    this.random = new Random(seed);
  }

  /** Tries a case so many times; with a seed that is given, once. */
  static void roll(int times, Consumer<Dice> attempt) {
    Long given = Long.getLong("rota.seed");
    Random seeds = new SecureRandom();
    for (int i = 0; i < (given == null ? times : 1); i++) {
      long seed = given == null ? seeds.nextLong() : given;
      try {
        attempt.accept(new Dice(seed));
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("Run it again with -Drota.seed=" + seed + ": " + e, e);
      }
    }
  }

  /** A number from least to most. */
  int number(int least, int most) {
    return least + random.nextInt(most - least + 1);
  }

  long number(long least, long most) {
    return random.nextLong(least, most + 1);
  }

  boolean chance(double share) {
    return random.nextDouble() < share;
  }

  <T> T pick(List<T> items) {
    return items.get(random.nextInt(items.size()));
  }
}
