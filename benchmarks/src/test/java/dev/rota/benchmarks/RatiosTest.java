package dev.rota.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.benchmarks.contest.Drained;
import dev.rota.benchmarks.contest.Flow;
import dev.rota.benchmarks.contest.JobQueue;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The short form of the benchmarks: two numbers of one run are compared, so that the machine does
 * not matter much, and what is lost must be more than a third of what docs/PERFORMANCE.md says.
 */
@Tag("long")
final class RatiosTest {
  private static final double MARGIN = 2.0 / 3;
  private static final int ROUNDS = 3;
  private static final int JOBS = 60_000;
  private static final Duration TIME = Duration.ofSeconds(8);

  /** What is measured on a quiet machine. */
  private static final double DRAIN_BESIDE_RAW_SQL = 0.73;

  private static final double PINNED_BESIDE_FREE = 0.98;
  private static final double LONG_BESIDE_SHORT = 0.95;

  private static Server server;

  @BeforeAll
  static void start() throws Exception {
    server = Server.embedded();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void aNodeDrainsAlmostAsFastAsItsStatementsAlone() {
    double ratio = ratio(() -> drain(true), () -> drain(false));

    assertThat(ratio).isGreaterThan(DRAIN_BESIDE_RAW_SQL * MARGIN);
  }

  @Test
  void aPinnedSnapshotCostsLittle() {
    double ratio = ratio(() -> flow(5_000, 0, false), () -> flow(5_000, 0, true));

    assertThat(ratio).isGreaterThan(PINNED_BESIDE_FREE * MARGIN);
  }

  @Test
  void aLongQueueIsAsFastAsAShortOne() {
    double ratio = ratio(() -> flow(1_000, 1_000, false), () -> flow(100_000, 100_000, false));

    assertThat(ratio).isGreaterThan(LONG_BESIDE_SHORT * MARGIN);
  }

  /** The median of several rounds, by turns, after one that warms up. */
  private static double ratio(DoubleSupplier base, DoubleSupplier measured) {
    List<Double> ratios = new ArrayList<>();
    for (int round = 0; round <= ROUNDS; round++) {
      double of = base.getAsDouble();
      double is = measured.getAsDouble();
      if (round > 0) {
        ratios.add(is / of);
      }
    }
    return Figures.median(ratios);
  }

  private static double drain(boolean raw) {
    try (Scratch database = server.database()) {
      database.fill(JOBS);
      try (JobQueue queue = raw ? new RawQueue(database) : new RotaQueue(database, "drain")) {
        return Drained.by(queue, JOBS, Duration.ofMinutes(5)).rate();
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static double flow(int lead, int queued, boolean pinned) {
    List<Long> totals = new ArrayList<>();
    try (Scratch database = server.database();
        RotaQueue queue = new RotaQueue(database, "flow");
        Connection other = database.connect()) {
      queue.enqueueAll(queued, JobQueue.PAYLOAD);
      if (pinned) {
        Pinned.holdSnapshot(other);
      }
      new Flow(TIME, lead, queued).run(queue, totals::add);
      return (totals.getLast() - totals.get(2)) / (double) (totals.size() - 3);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
