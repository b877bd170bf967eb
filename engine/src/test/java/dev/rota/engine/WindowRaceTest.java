package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.Claim;
import dev.rota.JobSource;
import dev.rota.Lease;
import dev.rota.NewJob;
import dev.rota.Outcome;
import dev.rota.Report;
import dev.rota.engine.windows.NewWindow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Workers meet on few concurrency keys while a window opens and closes over some of the jobs. */
final class WindowRaceTest extends EngineTest {
  private static final int JOBS = 600;
  private static final int KEYS = 17;
  private static final int WORKERS = 4;
  private static final int TURNS = 20;

  @Test
  void aWindowThatOpensAndClosesLeavesNothingBehind() throws Exception {
    Instant now = clock.now();
    NewWindow.Builder window = NewWindow.maintenance("w").tag("slow").spread(Duration.ZERO);
    engine.windows().put(window.once(now, now.plus(Duration.ofDays(1))).build(), "ada");
    engine.jobs().enqueueAll(IntStream.range(0, JOBS).mapToObj(WindowRaceTest::job));

    Together.run(WORKERS + 1, thread -> thread < WORKERS ? work(engine.source()) : turn());

    assertThat(count("execution WHERE ended = 'completed'")).isEqualTo(JOBS);
    assertThat(count("keylock WHERE active <> 0")).isZero();
    assertThat(new Invariants(database).broken()).isEmpty();
    assertThat(text("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"))
        .as("deadlocks")
        .isEqualTo("0");
  }

  private static NewJob job(int number) {
    NewJob.Builder job = NewJob.kind("a").tags(number % 3 == 0 ? "slow" : "fast");
    return (number % 5 == 0 ? job : job.concurrency("k" + number * 7 % KEYS, 1)).build();
  }

  private boolean work(JobSource own) {
    List<Report> reports = List.of();
    while (!reports.isEmpty() || count("live") > 0) {
      List<Lease> leases = own.exchange(reports, Claim.of("default", 20)).leases();
      reports = leases.stream().map(l -> Report.of(l, new Outcome.Completed(null))).toList();
      engine.node().ensureLease();
    }
    return true;
  }

  private boolean turn() {
    for (int i = 0; i < TURNS; i++) {
      engine.windows().disable("w", "ada");
      engine.node().duePromoter().promote();
      engine.windows().enable("w", "ada");
    }
    engine.windows().delete("w", "ada");
    while (count("live") > 0) {
      clock.advance(Duration.ofMillis(count("delayed") > 0 ? 500 : 0));
      engine.tick();
    }
    return true;
  }
}
