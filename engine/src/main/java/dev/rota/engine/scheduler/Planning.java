package dev.rota.engine.scheduler;

import dev.rota.engine.Engine;
import dev.rota.engine.Loop;
import dev.rota.engine.sql.Database;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A Planning is what comes before schedules: targets, where they come from, and the plans that are
 * kept true for them by the node that leads.
 */
final class Planning {
  private static final Duration FOLLOWER = Duration.ofSeconds(5);

  /** Not more often than that, unless asked to. */
  private static final Duration SHORTEST = Duration.ofSeconds(2);

  private final Engine engine;
  private final Duration every;
  private final Runnable wakeScheduler;
  private final Targets targets;
  private final TargetSources sources;
  private final Plans plans;
  private final TargetSync sync;
  private final PlanKeeper keeper;
  private final StaleCheck staleCheck;
  private volatile @Nullable Loop syncing;
  private volatile @Nullable Loop keeping;

  Planning(
      Engine engine,
      SchedulerOptions options,
      Arrears arrears,
      Runnable decide,
      Runnable wakeScheduler) {
    this.engine = engine;
    this.every = options.poll().compareTo(SHORTEST) < 0 ? SHORTEST : options.poll();
    this.wakeScheduler = wakeScheduler;
    Database database = engine.database();
    this.targets = new Targets(database, this::keepSoon);
    this.plans = new Plans(database, options.minimumInterval(), this::keepSoon);
    this.sync = new TargetSync(database, this::keepSoon);
    this.sources = new TargetSources(database, sync, this::syncSoon);
    this.keeper = new PlanKeeper(database, options.phase(), arrears, decide);
    this.staleCheck = new StaleCheck(database, engine.jobs());
  }

  Targets targets() {
    return targets;
  }

  TargetSources sources() {
    return sources;
  }

  Plans plans() {
    return plans;
  }

  TargetSync sync() {
    return sync;
  }

  PlanKeeper keeper() {
    return keeper;
  }

  StaleCheck staleCheck() {
    return staleCheck;
  }

  /** Does each of its duties once. */
  void keep() {
    sync.sync();
    keeper.keep();
    staleCheck.check();
  }

  /** Starts its duties, which the node does while it leads. */
  List<Loop> start() {
    Loop sync = engine.lead("target-sync", this.sync::sync, FOLLOWER);
    Loop keep = engine.lead("plan-keeper", this::keepPlans, FOLLOWER);
    syncing = sync;
    keeping = keep;
    return List.of(sync, keep);
  }

  private Duration keepPlans() {
    if (keeper.keepIfChanged().added() > 0) {
      wakeScheduler.run();
    }
    staleCheck.check();
    return every;
  }

  private void syncSoon() {
    wake(syncing);
    keepSoon();
  }

  private void keepSoon() {
    wake(keeping);
  }

  private static void wake(@Nullable Loop loop) {
    if (loop != null) {
      loop.wake();
    }
  }
}
