package dev.rota.engine;

/** A Head is the oldest job of a lane: the one whose turn it is there. */
record Head(int route, short lane, long seq, long waitedMillis) {
  private static final long HOUR = 3_600_000;
  private static final long STEP = 300_000;

  /** Sub-lanes of one priority: see {@code rota.lane}. */
  static final int PER_PRIORITY = 5;

  /** A job that was just stored, by its route, lane and number. */
  static Head parse(String text) {
    String[] parts = text.split(" ", -1);
    return new Head(
        Integer.parseInt(parts[0]), Short.parseShort(parts[1]), Long.parseLong(parts[2]), 0);
  }

  /** The lane of a new job. */
  static int laneOf(int priority) {
    return (100 - priority) * PER_PRIORITY + 1;
  }

  int priority() {
    return 100 - lane / PER_PRIORITY;
  }

  /** The place within its priority: 0 has waited its turn already, then fewer retries first. */
  int place() {
    return lane % PER_PRIORITY;
  }

  /**
   * Its priority, grown with its wait: after an hour by ten every five minutes, to a hundred at the
   * most.
   */
  int effectivePriority() {
    return waitedMillis < HOUR
        ? priority()
        : (int) Math.min(100, priority() + 10 * (1 + (waitedMillis - HOUR) / STEP));
  }

  /** How long a job of this lane must have waited to count at least this much. */
  long waitFor(int effective) {
    int missing = effective - priority();
    return missing <= 0 ? 0 : HOUR + ((missing + 9) / 10 - 1) * STEP;
  }
}
