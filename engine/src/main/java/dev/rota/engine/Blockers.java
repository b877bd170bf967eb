package dev.rota.engine;

import dev.rota.Job;
import dev.rota.JobState;
import dev.rota.engine.sql.Columns;
import dev.rota.engine.sql.Sql;
import dev.rota.engine.windows.Closure;
import dev.rota.engine.windows.WindowCalendar;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Blockers are all that keeps one job from running, in the order in which it is met. */
final class Blockers {
  private static final Sql HOLDER = Statements.sql("key_holder");
  private static final Sql RATE_FREE = Statements.sql("rate_free");
  private static final Sql QUOTA_FREE = Statements.sql("tenant_quota_free");
  private static final Sql SERVING = Statements.sql("count_serving");
  private static final Sql KIN = Statements.sql("kin");
  private static final int MOST_KIN = 1_000;

  private final Connection connection;
  private final Job job;
  private final Surroundings around;
  private final WindowCalendar calendar;
  private final List<Blocker> all = new ArrayList<>();
  private Instant earliest;
  private String hindrance = "";
  private boolean waitsForOthers;

  Blockers(Connection connection, Job job, Surroundings around, WindowCalendar calendar) {
    this.connection = connection;
    this.job = job;
    this.around = around;
    this.calendar = calendar;
    this.earliest = around.now();
  }

  List<Blocker> all() {
    return List.copyOf(all);
  }

  /** What keeps it from running until somebody does something. */
  Optional<String> hindrance() {
    return hindrance.isEmpty() ? Optional.empty() : Optional.of(hindrance);
  }

  /** No earlier than that it starts. */
  Instant earliest() {
    return earliest;
  }

  /** Whether others have to end before it starts. */
  boolean waitsForOthers() {
    return waitsForOthers;
  }

  void look() throws SQLException {
    state();
    parents();
    if (around.queuePaused()) {
      stop(
          Blocker.of("queue_paused", "queue " + job.queue() + " is paused", "resume the queue"),
          "its queue is paused");
    }
    window();
    key();
    rate();
    quota();
    if (around.lacksSlot()) {
      waitsForOthers = true;
      all.add(
          Blocker.of(
              "concurrency_limit",
              around.slotsTaken()
                  + " jobs of queue "
                  + job.queue()
                  + " run, as many as its limit in the cluster allows",
              "wait for one of them to end, or raise the limit of the queue"));
    }
    workers();
  }

  void behind(long ahead) {
    String number = (ahead >= Explanation.MOST_AHEAD ? "at least " : "") + ahead;
    all.add(
        Blocker.of(
            "behind_others",
            number
                + (ahead == 1 ? " job is" : " jobs are")
                + " ahead of it"
                + (around.parked() ? ", waiting for the same key" : " in queue " + job.queue()),
            "wait, add workers, or raise its priority"));
  }

  private void state() {
    if (job.state() == JobState.PAUSED) {
      String reason = around.pauseReason() == null ? "" : ": " + around.pauseReason();
      stop(
          Blocker.of("paused", "it was paused by " + around.pausedBy() + reason, "resume it"),
          "it is paused");
    }
    Instant due = job.runAt();
    if (job.state() == JobState.SCHEDULED && due != null && !around.held()) {
      earliest = due;
      String why = job.retries() > 0 ? "it failed and is tried again at " : "it is due at ";
      all.add(Blocker.until(due, "due_later", why + due, "wait, or change when it is due"));
    }
  }

  /** Those that it still waits for; the first that is held is named before the others. */
  private void parents() throws SQLException {
    if (!"dependency".equals(job.waitingOn())) {
      return;
    }
    List<Kin> open =
        KIN.on(connection).set("job", job.id()).set("max", MOST_KIN).list(Kin::read).stream()
            .filter(kin -> !kin.isChild() && kin.isOpen())
            .sorted(Comparator.comparing(kin -> !kin.state().equals("paused")))
            .toList();
    if (open.isEmpty()) {
      all.add(Blocker.of("dependency", "all that it waited for has ended", "wait a moment"));
      return;
    }
    Kin first = open.getFirst();
    String name = first.name() == null ? "" : first.name() + " ";
    String message =
        "it waits for "
            + (first.batch() ? "batch " : "job ")
            + name
            + first.id()
            + ", which is "
            + first.state()
            + (open.size() == 1 ? "" : ", and for " + (open.size() - 1) + " more");
    String action =
        first.state().equals("paused")
            ? "resume that job, or cancel it"
            : "wait for that to end, or cancel it";
    stop(
        new Blocker("dependency", message, action, null, first.id(), null),
        "it depends on when others end");
  }

  private void window() {
    Instant at = earliest;
    Optional<Closure> closure =
        calendar.closure(job.queue(), job.kind(), job.tags(), job.timeout(), at);
    Instant heldUntil = around.held() ? job.runAt() : null;
    if (closure.isEmpty() && heldUntil == null) {
      return;
    }
    Instant until = Objects.requireNonNullElse(heldUntil, closure.map(Closure::until).orElse(at));
    boolean forever = !until.isBefore(Closure.FOREVER);
    String names = String.join(", ", closure.map(Closure::windows).orElse(List.of()));
    String message =
        (names.isEmpty() ? "a window" : "window " + names)
            + " keeps it from starting"
            + (forever ? ", with no end in sight" : " until " + until);
    String action = "wait, or disable the window";
    if (forever) {
      stop(Blocker.of("window", message, action), "no end of the window is in sight");
    } else {
      earliest = until.isAfter(earliest) ? until : earliest;
      all.add(Blocker.until(until, "window", message, action));
    }
  }

  private void key() throws SQLException {
    Long key = around.key();
    if (key == null || !around.lacksKey()) {
      return;
    }
    Blocker held =
        HOLDER
            .on(connection)
            .set("key", key)
            .first(row -> keyHeld(Columns.nullableLong(row, "job"), row.getString("worker")))
            .orElseGet(() -> keyHeld(null, null));
    stop(held, "it depends on when another job with its concurrency key ends");
  }

  private Blocker keyHeld(@Nullable Long holder, @Nullable String worker) {
    String by =
        holder == null
            ? "by others"
            : "by job " + holder + (worker == null ? "" : " on worker " + worker);
    return new Blocker(
        "key_held",
        "its concurrency key " + job.concurrencyKey() + " is held " + by,
        holder == null ? "wait" : "wait for that job to end, or cancel it",
        null,
        holder,
        worker);
  }

  private void rate() throws SQLException {
    if (around.rate() != null) {
      RATE_FREE
          .on(connection)
          .set("queue", job.queue())
          .first(row -> Columns.instant(row, "free_at"))
          .ifPresent(free ->
              holdUntil(
                  free,
                  "rate_limit",
                  "queue " + job.queue() + " has started as many jobs as its rate allows",
                  "wait, or raise the rate of the queue"));
    }
  }

  private void quota() throws SQLException {
    if (job.tenant() != null) {
      QUOTA_FREE
          .on(connection)
          .set("tenant", job.tenant())
          .first(row -> Columns.instant(row, "free_at"))
          .ifPresent(free ->
              holdUntil(
                  free,
                  "quota",
                  "tenant " + job.tenant() + " has started as many jobs as its quota allows",
                  "wait, or raise the quota of the tenant"));
    }
  }

  private void holdUntil(Instant free, String code, String why, String advice) {
    earliest = free.isAfter(earliest) ? free : earliest;
    all.add(Blocker.until(free, code, why + "; the next may start at " + free, advice));
  }

  private record Serving(long live, long able, long serving) {}

  private void workers() throws SQLException {
    Serving workers =
        SERVING
            .on(connection)
            .set("requires", ArrayText.of(job.requires()))
            .set("queue", job.queue())
            .set("kind", job.kind())
            .one(row ->
                new Serving(row.getLong("live"), row.getLong("able"), row.getLong("serving")));
    if (workers.live() > 0 && workers.able() == 0) {
      stop(
          Blocker.of(
              "no_capable_worker",
              "no live worker has the capabilities it requires: "
                  + String.join(", ", job.requires().stream().sorted().toList()),
              "start a worker with these capabilities"),
          "no live worker can run it");
    } else if (workers.serving() == 0) {
      stop(
          Blocker.of(
              "no_worker",
              "no live worker has asked for jobs of kind "
                  + job.kind()
                  + " on queue "
                  + job.queue(),
              "start a worker for this queue and kind"),
          "no live worker would run it");
    }
  }

  private void stop(Blocker blocker, String why) {
    all.add(blocker);
    hindrance = hindrance.isEmpty() ? why : hindrance;
  }
}
