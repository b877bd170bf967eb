package dev.rota.engine;

/**
 * LiveCounts are how many live jobs a queue has by state, each counted up to 10,001: more than
 * 10,000 are not counted.
 */
public record LiveCounts(String queue, long pending, long scheduled, long running, long paused) {
  /** What is not counted any further. */
  static final long MOST = 10_001;
}
