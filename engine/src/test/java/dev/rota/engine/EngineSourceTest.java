package dev.rota.engine;

import dev.rota.Job;
import dev.rota.JobSource;
import dev.rota.NewJob;
import dev.rota.testkit.JobSourceContract;
import dev.rota.testkit.Unreliable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** The engine's own source keeps the contract of all sources. */
final class EngineSourceTest extends EngineTest implements JobSourceContract {
  private volatile boolean away;
  private Engine unreliable;

  @BeforeEach
  void openUnreliable() {
    unreliable =
        Engine.open(
            Unreliable.dataSource(pool, () -> away), patient("node-b").build(), EngineEvents.NONE);
  }

  @AfterEach
  void closeUnreliable() {
    unreliable.close();
  }

  @Override
  public JobSource opened() {
    return unreliable.source();
  }

  @Override
  public long stored(NewJob job) {
    return enqueue(job);
  }

  @Override
  public Job seen(long id) {
    return job(id);
  }

  @Override
  public void askToCancel(long id) {
    engine.jobs().cancel(id, "test");
  }

  @Override
  public void away(boolean isAway) {
    away = isAway;
  }
}
