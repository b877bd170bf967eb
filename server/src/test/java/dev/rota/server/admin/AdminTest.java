package dev.rota.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.Claim;
import dev.rota.Lease;
import dev.rota.Outcome;
import dev.rota.Report;
import dev.rota.Usage;
import dev.rota.engine.Holder;
import dev.rota.engine.scheduler.Scheduler;
import dev.rota.engine.scheduler.SchedulerOptions;
import dev.rota.server.HttpTest;
import dev.rota.server.api.NativeApi;
import dev.rota.testkit.MovableClock;
import io.helidon.webserver.http.HttpRouting;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import tools.jackson.databind.JsonNode;

/** An AdminTest has the facade for administrators of a crawler, with the native API beside it. */
abstract class AdminTest extends HttpTest {
  static final String JOBS = "/api/admin/jobs";
  static final String SCHEDULED = "/api/admin/scheduled-jobs";

  MovableClock clock;

  @SuppressWarnings("NullAway.Init") // Set when the routes are added.
  Scheduler scheduler;

  @BeforeEach
  void takeClock() {
    clock = new MovableClock(database);
  }

  @Override
  protected void addTo(HttpRouting.Builder routing) {
    scheduler = Scheduler.open(engine, SchedulerOptions.builder().build());
    new AdminApi(engine, scheduler, Duration.ofMinutes(15)).addTo(routing);
    new NativeApi(engine, scheduler).addTo(routing);
  }

  /** Makes a subreddit and gives its number. */
  long subreddit(String name) {
    Answer answer =
        post(
            "/api/v1/targets",
            "{\"kind\": \"subreddit\", \"name\": \"%s\", \"url\": \"https://www.reddit.com/r/%s\"}"
                .formatted(name, name));
    assertThat(answer.status()).as(answer.text()).isEqualTo(201);
    return answer.json().get("id").asLong();
  }

  /** Enqueues a job about a subreddit of its own. */
  JsonNode enqueue(String name, int maxRetries) {
    Answer answer =
        post(
            JOBS,
            "{\"subreddit_id\": %d, \"max_retries\": %d}".formatted(subreddit(name), maxRetries));
    assertThat(answer.status()).as(answer.text()).isEqualTo(201);
    return answer.json();
  }

  String enqueue(String name) {
    return JOBS + "/" + enqueue(name, 3).get("id").asLong();
  }

  Answer status(String job, String status) {
    return put(job + "/status", "{\"status\": \"" + status + "\"}");
  }

  /** Claims a job as a worker does, and fails it. */
  void failOnce() {
    finish(new Outcome.Failed("Error", "no answer", null, new Outcome.Retry.ByPolicy()));
  }

  void finish(Outcome outcome) {
    Holder holder = engine.workers().remote("w", null, null, Set.of(), Duration.ofMinutes(1));
    List<Lease> leases = engine.leases().exchange(holder, List.of(), Claim.of("crawl", 1)).leases();
    assertThat(leases).hasSize(1);
    Lease lease = leases.getFirst();
    engine
        .leases()
        .exchange(
            holder,
            List.of(new Report(lease.job(), lease.fence(), outcome, Usage.NONE)),
            Claim.NOTHING);
  }
}
