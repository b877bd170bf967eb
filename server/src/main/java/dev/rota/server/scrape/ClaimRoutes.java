package dev.rota.server.scrape;

import dev.rota.Claim;
import dev.rota.Job;
import dev.rota.JobState;
import dev.rota.Lease;
import dev.rota.engine.Holder;
import dev.rota.server.http.Ids;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** ClaimRoutes are the paths by which workers get jobs: to look at the next one, and to take it. */
record ClaimRoutes(ScrapeQueue queue) {
  /** How long a job stays with a worker that does not update it. */
  static final Duration LEASE = Duration.ofMinutes(10);

  private static final String NEXT = ScrapeApi.PATH + "/next";
  private static final Guard LOOK =
      new Guard("Failed to get next job", "Queue system temporarily unavailable");
  private static final Guard TAKE = Guard.of("Failed to claim next job");
  private static final Guard CHOOSE = Guard.of("Failed to claim job");

  void addTo(HttpRouting.Builder routing) {
    routing.get(NEXT, LOOK.around(this::peek));
    routing.post(NEXT, TAKE.around(this::claim));
    routing.post(ScrapeApi.PATH + "/{id}/claim", CHOOSE.around(this::choose));
  }

  /** Who a worker says it is. */
  record ClaimBody(
      @Nullable String workerId,
      @Nullable String workerVersion,
      @Nullable List<String> capabilities) {}

  private void peek(ServerRequest request, ServerResponse response) {
    Optional<Job> next = queue.engine().picker().next(NewScrapeJob.QUEUE);
    Reply.send(
        response,
        200,
        next.isEmpty()
            ? Reply.of(null, "No pending jobs in queue")
            : Reply.of(queue.view(next.get())));
  }

  private void claim(ServerRequest request, ServerResponse response) {
    Holder holder = holder(new Caller(request));
    List<Lease> leases =
        queue
            .engine()
            .leases()
            .exchange(holder, List.of(), Claim.of(NewScrapeJob.QUEUE, 1))
            .leases();
    if (leases.isEmpty()) {
      Reply.send(response, 200, Reply.of(null, "No pending jobs to claim"));
    } else {
      give(response, leases.get(0));
    }
  }

  private void choose(ServerRequest request, ServerResponse response) {
    Caller caller = new Caller(request);
    Job job = queue.job(caller.job());
    give(response, take(holder(caller), job));
  }

  /** Claims the job, or says why it cannot be had. */
  private Lease take(Holder holder, Job job) {
    return queue
        .engine()
        .picker()
        .claim(holder, job.id())
        .orElseThrow(() -> refusal(holder, queue.job(job.id())));
  }

  /** Claims a job for a worker that did not say more than its name. */
  Lease take(String worker, Caller caller, Job job) {
    return take(
        queue
            .engine()
            .workers()
            .remote(worker, null, caller.host(), Set.of(), caller.token(), LEASE),
        job);
  }

  private static Conflict refusal(Holder holder, Job now) {
    if (now.state() == JobState.RUNNING || now.state() == JobState.COMPLETED) {
      return new Conflict(Reply.lostRace());
    }
    Set<String> missing = new TreeSet<>(now.requires());
    missing.removeAll(holder.capabilities());
    return new Conflict(
        "Job cannot be claimed",
        missing.isEmpty() || now.state() != JobState.PENDING
            ? "The job is %s%s"
                .formatted(
                    now.state().word(),
                    now.waitingOn() == null ? "" : " and waits: " + now.waitingOn())
            : "The worker lacks capabilities: " + String.join(", ", missing));
  }

  private Holder holder(Caller caller) {
    ClaimBody body = caller.body(ClaimBody.class);
    String name = caller.worker(body.workerId());
    return queue
        .engine()
        .workers()
        .remote(
            name == null ? Caller.NAMELESS : name,
            body.workerVersion(),
            caller.host(),
            body.capabilities() == null ? Set.of() : Set.copyOf(body.capabilities()),
            caller.token(),
            LEASE);
  }

  private void give(ServerResponse response, Lease lease) {
    response.header(Caller.FENCE, Ids.EXECUTION.show(lease.fence()));
    Reply.send(response, 200, Reply.of(queue.view(lease.job()), "Job claimed successfully"));
  }
}
