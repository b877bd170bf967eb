package dev.rota.server.admin;

import dev.rota.engine.scheduler.NewPlan;
import dev.rota.engine.scheduler.Plan;
import dev.rota.engine.scheduler.Plans;
import java.time.Duration;
import java.util.Optional;

/**
 * The StalePlan is what lets subreddits without a success for too long be crawled again. It is
 * there unless somebody has put another plan of its name.
 *
 * @param after how long without a success
 */
public record StalePlan(Duration after) {
  private static final String NAME = "stale_subreddits";

  /** Puts the plan, if it is not there or only its time differs. */
  public void keep(Plans plans) {
    Optional<Plan> before = plans.get(NAME);
    if (before.isEmpty() || isOurs(before.get().definition())) {
      plans.put(plan(after));
    }
  }

  private static boolean isOurs(NewPlan there) {
    return there.staleAfter() != null && there.equals(plan(there.staleAfter()));
  }

  private static NewPlan plan(Duration after) {
    return NewPlan.named(NAME, CrawlQueue.KIND)
        .targets(Subreddits.KIND)
        .queue(CrawlQueue.QUEUE)
        .payload("{\"subreddit\": \"{target}\"}")
        .maxRetries(CrawlQueue.RETRIES)
        .staleAfter(after)
        .build();
  }
}
