package dev.rota.engine.scheduler;

import static dev.rota.engine.scheduler.Fate.ENQUEUED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.RotaException;
import dev.rota.engine.Engine;
import dev.rota.testkit.ChildProcess;
import dev.rota.testkit.Eventually;
import dev.rota.testkit.Processes;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** A node stops between enqueuing the jobs of due times and moving their schedules on. */
final class ScheduleCrashTest extends SchedulerTest {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final int LOCK = 4711;

  @BeforeEach
  void begin() {
    moveTo("2031-06-01T08:30:00Z");
    for (int i = 0; i < 20; i++) {
      put(schedule("s" + i).trigger("0 * * * *"));
    }
    moveTo("2031-06-01T10:10:00Z");
  }

  /** Makes every schedule that is moved on do this first. */
  private void beforeAdvance(String plpgsql) {
    database.execute(
        """
        CREATE FUNCTION public.meddle() RETURNS trigger LANGUAGE plpgsql AS $$
          BEGIN %s; RETURN new; END $$;
        CREATE TRIGGER meddle BEFORE UPDATE ON rota.schedule FOR EACH ROW EXECUTE FUNCTION public.meddle();
        """
            .formatted(plpgsql));
  }

  private void checkEachTimeOnce() {
    database.execute("DROP TRIGGER meddle ON rota.schedule");
    assertThat(count("job")).as("jobs of a tick that did not commit").isZero();
    assertThat(scheduler.tick().of(ENQUEUED)).isEqualTo(40);
    assertThat(scheduler.tick().total()).isZero();
    assertThat(count("job")).isEqualTo(40);
    assertThat(count("occurrence WHERE job IS NOT NULL")).isEqualTo(40);
  }

  @Test
  void aTickThatFailsBeforeItsCommitLeavesNothingBehind() {
    beforeAdvance("RAISE EXCEPTION 'not now'");
    assertThatThrownBy(() -> scheduler.tick()).isInstanceOf(RotaException.class);
    checkEachTimeOnce();
  }

  @Test
  void aNodeThatIsKilledBetweenEnqueueAndAdvanceLosesAndDoublesNothing() throws Exception {
    beforeAdvance("PERFORM pg_advisory_xact_lock(" + LOCK + ")");
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("SELECT pg_advisory_lock(" + LOCK + ")");
      try (ChildProcess victim =
          new Processes()
              .java(Victim.class, database.jdbcUrl(), database.user(), database.password())) {
        victim.awaitLine("ticks", PATIENCE);
        Eventually.await(
            PATIENCE,
            () -> count("schedule WHERE EXISTS (" + WAITS + ")") > 0,
            "the victim's advance to wait");
        assertThat(scheduler.tick().total()).as("what another node has taken").isZero();
        victim.kill9();
      }
    }
    Eventually.await(
        PATIENCE,
        () -> texts("SELECT pid FROM pg_stat_activity WHERE application_name = 'victim'").isEmpty(),
        "the victim's transaction to end");
    checkEachTimeOnce();
  }

  private static final String WAITS =
      "SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = " + LOCK + " AND NOT granted";

  /** A Victim is a node that ticks once: address, user, password. */
  static final class Victim {
    private Victim() {}

    public static void main(String[] args) {
      PGSimpleDataSource source = new PGSimpleDataSource();
      source.setUrl(args[0]);
      source.setUser(args[1]);
      source.setPassword(args[2]);
      source.setApplicationName("victim");
      Engine engine =
          Engine.open(source, patient("victim").build(), dev.rota.engine.EngineEvents.NONE);
      System.out.println("ticks");
      Scheduler.open(engine, SchedulerOptions.builder().build()).tick();
    }
  }
}
