package dev.rota.benchmarks;

/** A Bar is what a number must reach: at least, or at the most, this much. */
record Bar(boolean atLeast, double value) {
  static Bar atLeast(double value) {
    return new Bar(true, value);
  }

  static Bar atMost(double value) {
    return new Bar(false, value);
  }

  boolean isReached(double number) {
    return atLeast ? number >= value : number <= value;
  }

  @Override
  public String toString() {
    return (atLeast ? ">= " : "<= ") + Figures.of(value);
  }
}
