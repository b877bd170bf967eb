package dev.rota.remote;

import dev.rota.Beat;
import dev.rota.Claim;
import dev.rota.JobSource;
import dev.rota.Lease;
import dev.rota.Outcome;
import dev.rota.Report;
import dev.rota.RotaException;
import dev.rota.Signal;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.http.HttpRequest.BodyPublishers;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A RemoteSource is the source of jobs for workers that reach their server over HTTP. While there
 * is nothing to do it waits at the server with a claim for one job; what comes by that is stashed
 * for the next exchange, and given back if none asks for it.
 */
final class RemoteSource implements JobSource {
  private static final Logger LOG = System.getLogger(RemoteSource.class.getName());
  private static final Duration ANSWER = Duration.ofSeconds(30);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);
  private static final int MOST = 1_000;

  private final Http http;
  private final RemoteOptions options;
  private final Stash stash = new Stash();

  /** By queue: what was asked for and not all had. */
  private final Map<String, Claim.Want> missed = new ConcurrentHashMap<>();

  private volatile @Nullable CompletableFuture<?> waiting;
  private volatile boolean closed;

  RemoteSource(Http http, RemoteOptions options) {
    this.http = http;
    this.options = options;
  }

  @Override
  public Exchange exchange(List<Report> reports, Claim claim) {
    Claim allowed = closed ? Claim.NOTHING : claim;
    List<Lease> stashed = stash.take(allowed);
    Claim rest = Stash.less(allowed, stashed);
    if (reports.isEmpty() && rest.isEmpty()) {
      return new Exchange(List.of(), stashed);
    }
    try {
      Tree answer = http.post("/api/v1/workers/exchange", body(reports, rest, null), ANSWER);
      List<Lease> leases = answer.list("jobs", Answers::lease);
      note(rest, leases);
      return new Exchange(answer.list("verdicts", Answers::verdict), joined(stashed, leases));
    } catch (RuntimeException e) {
      stash.add(stashed);
      throw e;
    }
  }

  @Override
  public List<Signal> renew(List<Beat> beats) {
    giveBack(stash.takeStale());
    String body =
        new Members()
            .put("worker_id", options.worker())
            .seconds("lease_seconds", options.lease())
            .list("jobs", beats, Bodies::beat)
            .toString();
    return http.post("/api/v1/workers/heartbeat", body, quarter()).list("signals", Answers::signal);
  }

  @Override
  public void report(Connection connection, Report report) {
    throw new RotaException(
        "unsupported", "a worker over HTTP cannot take part in a transaction of the database");
  }

  /** Waits at the server with a claim for one job; an interrupt leaves that to {@link #close}. */
  @Override
  public boolean awaitWork(Duration atMost) throws InterruptedException {
    Claim one = new Claim(1, List.copyOf(missed.values()));
    CompletableFuture<?> before = waiting;
    if (closed || one.wants().isEmpty() || (before != null && !before.isDone())) {
      Thread.sleep(atMost);
      return false;
    }
    Duration wait = atMost.compareTo(LONGEST_WAIT) < 0 ? atMost : LONGEST_WAIT;
    CompletableFuture<?> answer =
        http.send(
                "POST",
                "/api/v1/workers/exchange",
                BodyPublishers.ofString(body(List.of(), one, wait)),
                "application/json",
                wait.plus(ANSWER))
            .thenAccept(tree -> stash.add(tree.list("jobs", Answers::lease)));
    waiting = answer;
    try {
      answer.get();
      return !stash.isEmpty();
    } catch (ExecutionException e) {
      throw http.failure(e);
    }
  }

  @Override
  public Duration lease() {
    return options.lease();
  }

  /** Gives back what came and nobody has asked for, also by a wait that is still under way. */
  @Override
  public void close() {
    closed = true;
    CompletableFuture<?> last = waiting;
    if (last != null) {
      try {
        last.get(LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS);
      } catch (ExecutionException | TimeoutException e) {
        LOG.log(Level.DEBUG, "The last wait for work ended without an answer", e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    giveBack(stash.takeAll());
  }

  private void giveBack(List<Lease> leases) {
    if (!leases.isEmpty()) {
      List<Report> releases =
          leases.stream().map(lease -> Report.of(lease, new Outcome.Released())).toList();
      http.post("/api/v1/workers/exchange", body(releases, Claim.NOTHING, null), ANSWER);
    }
  }

  private void note(Claim claim, List<Lease> leases) {
    for (Claim.Want want : claim.wants()) {
      long had = leases.stream().filter(lease -> lease.queue().equals(want.queue())).count();
      if (had < want.max()) {
        missed.put(want.queue(), want);
      } else {
        missed.remove(want.queue());
      }
    }
  }

  private String body(List<Report> reports, Claim claim, @Nullable Duration wait) {
    Members members =
        new Members()
            .put("worker_id", options.worker())
            .put("version", options.version())
            .texts("capabilities", options.capabilities())
            .seconds("lease_seconds", options.lease())
            .seconds("wait_seconds", wait)
            .list("reports", reports, Bodies::report);
    return claim.isEmpty()
        ? members.toString()
        : members
            .put("max", Math.min(MOST, claim.max()))
            .list("wants", claim.wants(), Bodies::want)
            .toString();
  }

  /** A renewal that takes longer than this is better tried again. */
  private Duration quarter() {
    Duration quarter = options.lease().dividedBy(4);
    return quarter.compareTo(ANSWER) < 0 ? quarter : ANSWER;
  }

  private static List<Lease> joined(List<Lease> first, List<Lease> second) {
    List<Lease> all = new ArrayList<>(first);
    all.addAll(second);
    return all;
  }
}
