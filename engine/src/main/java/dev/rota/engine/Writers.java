package dev.rota.engine;

import dev.rota.engine.sql.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/**
 * Writers are the transactions that may still bring in rows from the past. A row drawn before a
 * sample belongs to a transaction that was over by then, and is visible now, or that was open by
 * then: only those can surprise a floor.
 */
final class Writers {
  private static final Sql LINE = Statements.sql("draw_line");
  private static final Sql WRITERS = Statements.sql("sample_writers");

  private final long settleNanos;
  private final Deque<Sample> samples = new ArrayDeque<>();
  private final Set<Long> old = new HashSet<>();

  Writers(long settleNanos) {
    this.settleNanos = settleNanos;
  }

  /**
   * A Sample is how far the sequence and the clock were at a moment, and who was writing right
   * after.
   */
  record Sample(long nanos, long seq, Instant clock, long nextXid, Set<Long> open) {}

  /**
   * What is settled now.
   *
   * @param seq floors may rise up to here
   * @param clock and those over due times up to here
   * @param surprise an old writer has ended: rows may have appeared below the floors
   */
  record Settled(long seq, Instant clock, boolean surprise) {}

  /** Tells how far the sequence is; the sample is to be taken after this transaction. */
  static long drawLine(Connection connection) throws SQLException {
    return LINE.on(connection).one(row -> row.getLong("seq"));
  }

  /**
   * Takes a sample and tells what is settled; the connection must be at READ COMMITTED, where each
   * statement has its own snapshot.
   *
   * @param seq what {@link #drawLine} told in a transaction before this one
   */
  Settled sample(Connection connection, long seq) throws SQLException {
    long nanos = System.nanoTime();
    Sample now =
        WRITERS
            .on(connection)
            .one(row ->
                new Sample(
                    nanos,
                    seq,
                    Taken.instant(row, "now"),
                    row.getLong("next"),
                    new HashSet<>(Arrays.asList((Long[]) row.getArray("open").getArray()))));
    if (!samples.isEmpty() && stepsBack(samples.getLast(), now)) {
      reset();
      samples.add(now);
      return new Settled(0, Instant.EPOCH, true);
    }
    samples.add(now);
    return settled(now);
  }

  void reset() {
    samples.clear();
    old.clear();
  }

  private static boolean stepsBack(Sample before, Sample now) {
    return now.seq() < before.seq()
        || now.nextXid() < before.nextXid()
        || now.clock().isBefore(before.clock());
  }

  private Settled settled(Sample now) {
    boolean surprise = old.removeIf(xid -> !now.open().contains(xid));
    Sample settled = null;
    while (!samples.isEmpty() && now.nanos() - samples.getFirst().nanos() >= settleNanos) {
      settled = samples.removeFirst();
      // Of those that were open then, one that has ended since is visible now, above every floor.
      settled.open().stream().filter(now.open()::contains).forEach(old::add);
    }
    if (settled == null) {
      return new Settled(0, Instant.EPOCH, surprise);
    }
    samples.addFirst(settled);
    return new Settled(settled.seq(), settled.clock(), surprise);
  }
}
