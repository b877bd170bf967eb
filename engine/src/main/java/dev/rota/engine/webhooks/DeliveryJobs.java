package dev.rota.engine.webhooks;

import dev.rota.NewJob;
import dev.rota.RetryPolicy;
import dev.rota.engine.BulkAction;
import dev.rota.engine.BulkChange;
import dev.rota.engine.Engine;
import dev.rota.engine.sql.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** DeliveryJobs carry deliveries out: they are made with them, and held and let go together. */
final class DeliveryJobs {
  private static final Sql IDS = Statements.sql("new_delivery_ids");
  private static final Sql PUT = Statements.sql("put_deliveries");
  private static final Sql PENDING = Statements.sql("pending_jobs");
  static final int BATCH = 1_000;

  /** From seconds to hours: a receiver may be away for a night. */
  private static final RetryPolicy RETRY =
      new RetryPolicy(Duration.ofSeconds(5), 5, Duration.ofHours(6), 0.2);

  /** A receiver that hangs must not keep the others from theirs. */
  private static final int AT_ONCE = 16;

  /** How much longer than its timeout a delivery may take. */
  private static final Duration GRACE = Duration.ofSeconds(10);

  private final Engine engine;

  DeliveryJobs(Engine engine) {
    this.engine = engine;
  }

  /** A delivery that is to be made. */
  record Wish(
      long webhook,
      NewWebhook definition,
      String event,
      @Nullable String subject,
      @Nullable String identity,
      @Nullable String message,
      String body,
      @Nullable Long repeats) {}

  /** Makes deliveries and their jobs in a transaction; gives their ids. */
  List<Long> make(Connection connection, List<Wish> wishes) throws SQLException {
    if (wishes.isEmpty()) {
      return List.of();
    }
    List<Long> ids = IDS.on(connection).set("count", wishes.size()).list(row -> row.getLong("id"));
    List<NewJob> jobs = new ArrayList<>();
    for (int i = 0; i < ids.size(); i++) {
      jobs.add(job(ids.get(i), wishes.get(i)));
    }
    long[] made =
        engine.jobs().enqueue(connection, jobs).stream().mapToLong(one -> one.job()).toArray();
    String[] messages = new String[ids.size()];
    for (int i = 0; i < messages.length; i++) {
      String message = wishes.get(i).message();
      messages[i] = message == null ? "msg_" + Long.toString(ids.get(i), 36) : message;
    }
    PUT.on(connection)
        .set("ids", ids.stream().mapToLong(Long::longValue).toArray())
        .set("webhooks", wishes.stream().mapToLong(Wish::webhook).toArray())
        .set("events", wishes.stream().map(Wish::event).toArray(String[]::new))
        .set("subjects", wishes.stream().map(Wish::subject).toArray(String[]::new))
        .set("identities", wishes.stream().map(Wish::identity).toArray(String[]::new))
        .set("messages", messages)
        .set("bodies", wishes.stream().map(Wish::body).toArray(String[]::new))
        .set("jobs", made)
        .set("repeats", wishes.stream().map(Wish::repeats).toArray(Long[]::new))
        .update();
    return ids;
  }

  private static NewJob job(long delivery, Wish wish) {
    return NewJob.kind(Deliveries.KIND)
        .queue(Deliveries.QUEUE)
        .payload("{\"delivery\": " + delivery + "}")
        .maxRetries(wish.definition().maxAttempts() - 1)
        .retry(RETRY)
        .timeout(wish.definition().timeout().plus(GRACE))
        .concurrency("webhook " + wish.webhook(), AT_ONCE)
        .createdBy(Deliveries.ACTOR)
        .build();
  }

  /** Holds what waits for a webhook, or lets it go on. */
  void change(Connection connection, long webhook, BulkAction action, String actor)
      throws SQLException {
    BulkChange change = new BulkChange(action, null, null);
    long after = 0;
    List<Pending> some;
    do {
      some = pending(connection, webhook, after);
      engine
          .manyJobs()
          .change(connection, change, some.stream().map(Pending::job).toList(), Set.of(), actor);
      after = some.isEmpty() ? after : some.getLast().delivery();
    } while (some.size() == BATCH);
  }

  /** A delivery that has not arrived, and its job. */
  record Pending(long delivery, long job) {}

  /** A batch of what waits, for one webhook or for all. */
  static List<Pending> pending(Connection connection, @Nullable Long webhook, long after)
      throws SQLException {
    return PENDING
        .on(connection)
        .set("webhook", webhook)
        .set("after", after)
        .set("max", BATCH)
        .list(row -> new Pending(row.getLong("id"), row.getLong("job")));
  }
}
