package dev.rota.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.benchmarks.RotaQueue.Shape;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The short form of the benchmarks: two numbers of one run are compared, so that the machine does
 * not matter much, and what is lost must be more than a third of what docs/PERFORMANCE.md says.
 * Neighbours on the machine can spoil a measurement, but not three in a row.
 */
@Tag("long")
final class RatiosTest {
  private static final double MARGIN = 2.0 / 3;
  private static final int ROUNDS = 3;
  private static final int TRIES = 3;
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
    expect(DRAIN_BESIDE_RAW_SQL, () -> drain(true), () -> drain(false));
  }

  @Test
  void aPinnedSnapshotCostsLittle() {
    expect(PINNED_BESIDE_FREE, () -> flow(5_000, 0, false), () -> flow(5_000, 0, true));
  }

  @Test
  void aLongQueueIsAsFastAsAShortOne() {
    expect(LONG_BESIDE_SHORT, () -> flow(1_000, 1_000, false), () -> flow(100_000, 100_000, false));
  }

  @ParameterizedTest
  @CsvSource({"QUEUES, 0.80", "KEYS, 0.60", "PRIORITIES, 0.85"})
  void jobsThatDifferAreAlmostAsFastAsOthers(Shape shape, double usual) {
    expect(usual, () -> drain(Shape.PLAIN), () -> drain(shape));
  }

  /** Fails if a ratio is more than a third below what it should be, every time. */
  private static void expect(double usual, DoubleSupplier base, DoubleSupplier measured) {
    List<Double> ratios = new ArrayList<>();
    do {
      ratios.add(ratio(base, measured));
    } while (ratios.getLast() <= usual * MARGIN && ratios.size() < TRIES);
    assertThat(ratios).anyMatch(ratio -> ratio > usual * MARGIN);
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

  private static double drain(Shape shape) {
    try (Scratch database = server.database();
        RotaQueue queue = new RotaQueue(database, "mixed")) {
      queue.shape(shape);
      queue.enqueueAll(JOBS, JobQueue.PAYLOAD);
      return Drained.by(queue, JOBS, Duration.ofMinutes(5)).rate();
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
