package dev.rota.engine;

import dev.rota.testkit.Seed;
import dev.rota.testkit.Seeds;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Whatever happens to jobs, some things are always true of them. */
@ExtendWith(Seeds.class)
final class HistoryTest extends EngineTest {
  private static final int THREADS = 4;

  @Test
  void noHistoryBreaksAnInvariant(Seed seed) throws Exception {
    new History(this, seed.random()).play(THREADS, 250);
  }

  @Test
  @Tag("long")
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void noLongHistoryBreaksAnInvariant(Seed seed) throws Exception {
    new History(this, seed.random()).play(THREADS, 5_000);
  }
}
