package dev.rota.schedule;

/** Bits are sets of small numbers: number n is in the set if bit n is one. */
final class Bits {
  private Bits() {}

  static long of(int number) {
    return 1L << number;
  }

  static boolean has(long set, int number) {
    return number < Long.SIZE && (set >>> number & 1) != 0;
  }

  /** The smallest number of the set that is not below the given one, or −1. */
  static int next(long set, int from) {
    long rest = from < Long.SIZE ? set >>> from << from : 0;
    return rest == 0 ? -1 : Long.numberOfTrailingZeros(rest);
  }

  static int first(long set) {
    return next(set, 0);
  }

  static int last(long set) {
    return Long.SIZE - 1 - Long.numberOfLeadingZeros(set);
  }

  /** Every number from the first to the last. */
  static long range(int first, int last) {
    return (2L << last) - (1L << first);
  }

  /** How far the numbers are apart, if always equally far and more than one; else 0. */
  static int step(long set) {
    int first = first(set);
    int second = first < 0 ? -1 : next(set, first + 1);
    if (second < 0) {
      return 0;
    }
    int step = second - first;
    long even = 0;
    for (int i = first; i <= last(set); i += step) {
      even |= of(i);
    }
    return even == set ? step : 0;
  }
}
