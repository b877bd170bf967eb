package dev.rota.engine;

import dev.rota.NewJob;
import dev.rota.Unique;
import dev.rota.engine.sql.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A Reservation takes the idempotency and unique keys of new jobs before they are stored. Who gets
 * a key stores the job; who does not is answered with the job that holds it.
 */
final class Reservation {
  private static final Sql RESERVE_UNIQUE = Statements.sql("reserve_unique");
  private static final Sql UNIQUE_HOLDER = Statements.sql("unique_holder");
  private static final Sql RESERVE_IDEMPOTENCY = Statements.sql("reserve_idempotency");
  private static final Sql IDEMPOTENT_JOB = Statements.sql("idempotent_job");
  private static final Sql REDIRECT = Statements.sql("redirect_idempotency");
  private static final Sql REPLACE_PAYLOAD = Statements.sql("replace_payload");
  private static final Sql EXTEND_DELAY = Statements.sql("extend_delay");

  private final List<NewJob> jobs;
  private final List<Long> ids;
  private final @Nullable Enqueued[] answers;
  private final List<Integer> duplicates = new ArrayList<>();

  Reservation(List<NewJob> jobs, List<Long> ids) {
    this.jobs = jobs;
    this.ids = ids;
    this.answers = new Enqueued[jobs.size()];
  }

  /** One answer per job: those that are not duplicates still have to be stored under their ids. */
  Enqueued[] reserve(Connection connection) throws SQLException {
    Set<Integer> repeated = reserveIdempotency(connection);
    reserveUnique(connection, repeated);
    // Only now: a key may stand for the job that had its unique key already.
    for (int i : repeated) {
      answers[i] = new Enqueued(earlier(connection, jobs.get(i)), true);
    }
    Enqueued[] all = new Enqueued[answers.length];
    for (int i = 0; i < all.length; i++) {
      Enqueued answer = answers[i];
      all[i] = answer == null ? new Enqueued(ids.get(i), false) : answer;
    }
    return all;
  }

  /**
   * Lets the duplicates do to the jobs that are there what they ask for; those may be of the same
   * list, so this comes after they are stored.
   */
  void applyDuplicates(Connection connection) throws SQLException {
    for (int place : duplicates) {
      Enqueued there = answers[place];
      if (there != null) {
        applyDuplicate(connection, place, there.job());
      }
    }
  }

  /** Takes the keys that are free; gives the jobs whose key was used before. */
  private Set<Integer> reserveIdempotency(Connection connection) throws SQLException {
    Map<String, Integer> firsts = new HashMap<>();
    for (int i = 0; i < jobs.size(); i++) {
      String key = jobs.get(i).idempotencyKey();
      if (key != null) {
        firsts.putIfAbsent(key, i);
      }
    }
    if (firsts.isEmpty()) {
      return Set.of();
    }
    Set<Long> won = won(connection, firsts);
    Set<Integer> repeated = new TreeSet<>();
    for (int i = 0; i < jobs.size(); i++) {
      if (jobs.get(i).idempotencyKey() != null && !won.contains(ids.get(i))) {
        repeated.add(i);
      }
    }
    return repeated;
  }

  private Set<Long> won(Connection connection, Map<String, Integer> firsts) throws SQLException {
    List<Integer> places = List.copyOf(firsts.values());
    return new HashSet<>(
        RESERVE_IDEMPOTENCY
            .on(connection)
            .set(
                "keys",
                places.stream().map(i -> jobs.get(i).idempotencyKey()).toArray(String[]::new))
            .set(
                "requests",
                places.stream()
                    .map(i -> Enqueuer.request(jobs.get(i)).toString())
                    .toArray(String[]::new))
            .set("jobs", places.stream().mapToLong(ids::get).toArray())
            .list(row -> row.getLong("job")));
  }

  private static long earlier(Connection connection, NewJob job) throws SQLException {
    record Used(long job, String request) {}
    String key = String.valueOf(job.idempotencyKey());
    Used used =
        IDEMPOTENT_JOB
            .on(connection)
            .set("key", key)
            .one(row -> new Used(row.getLong("job"), row.getString("request")));
    if (!used.request().equals(Enqueuer.request(job).toString())) {
      throw Enqueuer.otherRequest(key);
    }
    return used.job();
  }

  /**
   * Unique keys are taken in rounds: a holder that is gone when it is looked at leaves the key to
   * be tried again.
   */
  private void reserveUnique(Connection connection, Set<Integer> repeated) throws SQLException {
    List<Integer> open = new ArrayList<>();
    for (int i = 0; i < jobs.size(); i++) {
      if (!repeated.contains(i) && jobs.get(i).unique() != null) {
        open.add(i);
      }
    }
    while (!open.isEmpty()) {
      Set<Long> won = new HashSet<>(reserve(connection, firstOfEach(open)));
      List<Integer> again = new ArrayList<>();
      for (int i : open) {
        if (won.contains(ids.get(i))) {
          continue;
        }
        Optional<Long> holder = holder(connection, jobs.get(i));
        if (holder.isPresent()) {
          duplicate(connection, i, holder.get());
        } else {
          again.add(i);
        }
      }
      open = again;
    }
  }

  private List<Integer> firstOfEach(List<Integer> places) {
    Set<List<String>> seen = new HashSet<>();
    return places.stream()
        .filter(i -> seen.add(List.of(jobs.get(i).queue(), jobs.get(i).kind(), unique(i).key())))
        .toList();
  }

  private List<Long> reserve(Connection connection, List<Integer> places) throws SQLException {
    return RESERVE_UNIQUE
        .on(connection)
        .set("queues", places.stream().map(i -> jobs.get(i).queue()).toArray(String[]::new))
        .set("kinds", places.stream().map(i -> jobs.get(i).kind()).toArray(String[]::new))
        .set("keys", places.stream().map(i -> unique(i).key()).toArray(String[]::new))
        .set("jobs", places.stream().mapToLong(ids::get).toArray())
        .set(
            "scopes",
            places.stream()
                .map(i -> unique(i).scope().name().toLowerCase(Locale.ROOT))
                .toArray(String[]::new))
        .set(
            "periods_ms",
            places.stream().map(i -> Enqueuer.millis(unique(i).period())).toArray(Long[]::new))
        .list(row -> row.getLong("job"));
  }

  private static Optional<Long> holder(Connection connection, NewJob job) throws SQLException {
    Unique unique = job.unique();
    return unique == null
        ? Optional.empty()
        : UNIQUE_HOLDER
            .on(connection)
            .set("queue", job.queue())
            .set("kind", job.kind())
            .set("key", unique.key())
            .first(row -> row.getLong("job"));
  }

  private void duplicate(Connection connection, int place, long holder) throws SQLException {
    String idempotencyKey = jobs.get(place).idempotencyKey();
    if (idempotencyKey != null) {
      REDIRECT.on(connection).set("job", holder).set("key", idempotencyKey).update();
    }
    answers[place] = new Enqueued(holder, true);
    duplicates.add(place);
  }

  private void applyDuplicate(Connection connection, int place, long holder) throws SQLException {
    NewJob job = jobs.get(place);
    if (unique(place).onDuplicate().replacesPayload()) {
      REPLACE_PAYLOAD.on(connection).set("job", holder).set("payload", job.payload()).update();
    }
    if (unique(place).onDuplicate().extendsDelay()) {
      EXTEND_DELAY
          .on(connection)
          .set("job", holder)
          .set("run_at", job.runAt() == null ? null : job.runAt().toString())
          .set("delay_ms", job.delay().toMillis())
          .update();
    }
  }

  private Unique unique(int place) {
    Unique unique = jobs.get(place).unique();
    if (unique == null) {
      throw new IllegalStateException("job " + place + " has no unique key");
    }
    return unique;
  }
}
