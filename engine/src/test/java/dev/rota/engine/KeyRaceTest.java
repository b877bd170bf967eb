package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.Claim;
import dev.rota.JobSource;
import dev.rota.Lease;
import dev.rota.NewJob;
import dev.rota.Outcome;
import dev.rota.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Many workers meet on few concurrency keys. */
final class KeyRaceTest extends EngineTest {
  private static final int KEYS = 41;
  private static final int JOBS = 3_000;
  private static final int WORKERS = 4;

  /** The name of a key ends with its limit: see {@link Handlers}. */
  private static final List<String> NAMES =
      IntStream.range(0, KEYS).mapToObj(n -> "key-" + n + "-" + (1 + n % 3)).toList();

  @Test
  void workersThatMeetOnKeysNeitherOverlapNorBlockEachOther() throws Exception {
    for (int i = 0; i < JOBS; i += 500) {
      engine.jobs().enqueue(IntStream.range(i, i + 500).mapToObj(KeyRaceTest::job).toList());
    }
    Handlers handlers = new Handlers();

    Together.run(WORKERS, thread -> work(engine.source(), handlers, 10 + thread));

    assertThat(count("execution")).isEqualTo(JOBS);
    assertThat(texts("SELECT key FROM rota.keylock WHERE active <> 0")).isEmpty();
    assertThat(deadlocks()).as("deadlocks").isEqualTo("0");
  }

  private static NewJob job(int number) {
    String key = NAMES.get(number * 7 % KEYS);
    return NewJob.kind("keyed").concurrency(key, Handlers.limit(key)).tags(key).build();
  }

  private boolean work(JobSource own, Handlers handlers, int batch) {
    List<Lease> leases = List.of();
    do {
      List<Report> reports = new ArrayList<>();
      for (Lease lease : leases) {
        handlers.end(lease);
        reports.add(Report.of(lease, new Outcome.Completed(null)));
      }
      leases = own.exchange(reports, Claim.of("default", batch)).leases();
      handlers.start(leases);
      engine.node().ensureLease();
    } while (!leases.isEmpty() || count("live") > 0);
    return true;
  }

  private String deadlocks() {
    return String.valueOf(
        text("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"));
  }
}
