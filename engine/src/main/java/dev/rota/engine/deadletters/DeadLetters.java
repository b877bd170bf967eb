package dev.rota.engine.deadletters;

import dev.rota.Rules;
import dev.rota.engine.Engine;
import dev.rota.engine.JobFilter;
import dev.rota.engine.Loop;
import dev.rota.engine.Page;
import dev.rota.engine.Sieve;
import dev.rota.engine.sql.Columns;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * DeadLetters are failed jobs, grouped by their errors. Whoever fails a job only appends it to a
 * table; the node that leads reads that, and is the only one that writes groups.
 */
public final class DeadLetters implements AutoCloseable {
  private static final Sql TAKE = Statements.sql("take_new");
  private static final Sql PUT = Statements.sql("put_dead_letters");
  private static final Sql PUT_GROUPS = Statements.sql("put_groups");
  private static final Sql GROUPS = Statements.sql("groups");
  private static final Sql GROUP = Statements.sql("group");
  private static final Sql FORGET = Statements.sql("forget_dead_letters");
  private static final Sql TOTALS = Statements.sql("dead_letter_totals");
  private static final Duration EVERY = Duration.ofSeconds(1);
  private static final Duration BETWEEN_SWEEPS = Duration.ofMinutes(1);
  private static final int BATCH = 1_000;
  private static final int MOST = 10_000;
  private static final int PAGE = 1_000;

  private final Database database;
  private @Nullable Loop loop;
  private long sweptTo;
  private long nextSweep = System.nanoTime();

  private DeadLetters(Engine engine) {
    this.database = engine.database();
  }

  /** Groups failed jobs while this node leads. */
  public static DeadLetters start(Engine engine) {
    DeadLetters letters = open(engine);
    letters.loop = engine.lead("dead-letters", letters::turn, EVERY);
    return letters;
  }

  /** Groups failed jobs when it is told to. */
  public static DeadLetters open(Engine engine) {
    return new DeadLetters(engine);
  }

  /**
   * A page of groups, the one that was seen last first.
   *
   * @param all also those whose jobs have all been retried or forgotten
   */
  public Page<DeadLetterGroup> list(boolean all, int limit, @Nullable Long after) {
    Rules.range("limit", limit, 1, PAGE);
    List<DeadLetterGroup> found =
        database.transact(connection ->
            GROUPS
                .on(connection)
                .set("all", all)
                .set("before", after == null ? Long.MAX_VALUE : after.longValue())
                .set("max", limit + 1)
                .set("most", MOST)
                .list(DeadLetters::group));
    boolean more = found.size() > limit;
    List<DeadLetterGroup> shown = more ? found.subList(0, limit) : found;
    return new Page<>(shown, more ? (Long) shown.getLast().seen() : null);
  }

  public Optional<DeadLetterGroup> get(String fingerprint) {
    JobFilter filter = filter(fingerprint);
    return database.transact(connection ->
        GROUP
            .on(connection)
            .set("fingerprint", filter.sieve().fingerprint())
            .set("most", MOST)
            .first(DeadLetters::group));
  }

  /** The jobs of a group, for lists and operations. */
  public static JobFilter filter(String fingerprint) {
    return new JobFilter(
        Set.of(),
        null,
        null,
        null,
        null,
        false,
        new Sieve(null, null, null, null, null, null, fingerprint));
  }

  /** Totals are how many jobs are dead letters and in how many groups, each up to ten thousand. */
  public record Totals(long jobs, long groups) {}

  public Totals totals() {
    return database.transact(connection ->
        TOTALS.on(connection).one(row -> new Totals(row.getLong("jobs"), row.getLong("groups"))));
  }

  /** Groups what has failed since; gives how many jobs that were, at most a batch. */
  public int collect() {
    return database.transact(connection -> {
      List<Letter> letters = TAKE.on(connection).set("max", BATCH).list(DeadLetters::letter);
      List<Letter> failed = letters.stream().filter(Letter::failed).toList();
      if (!failed.isEmpty()) {
        put(connection, failed);
      }
      return letters.size();
    });
  }

  @Override
  public void close() {
    if (loop != null) {
      loop.close();
    }
  }

  private Duration turn() {
    if (collect() == BATCH) {
      return Duration.ZERO;
    }
    if (System.nanoTime() - nextSweep >= 0) {
      nextSweep = System.nanoTime() + BETWEEN_SWEEPS.toNanos();
      sweep();
    }
    return EVERY;
  }

  /** Looks a few further whether their jobs are still there. */
  void sweep() {
    sweptTo =
        database.transact(connection ->
            FORGET
                .on(connection)
                .set("after", sweptTo)
                .set("max", BATCH)
                .one(row -> row.getLong("last")));
  }

  /** A Letter is a job that has failed, with the evidence. */
  private record Letter(long job, boolean failed, String at, Fingerprint print, UUID id) {}

  private static Letter letter(ResultSet row) throws SQLException {
    Fingerprint print =
        Fingerprint.of(
            row.getString("error_type"), row.getString("error"), row.getString("stack_trace"));
    return new Letter(
        row.getLong("job"), row.getBoolean("failed"), row.getString("at"), print, print.id());
  }

  private static void put(Connection connection, List<Letter> letters) throws SQLException {
    PUT.on(connection)
        .set("jobs", letters.stream().mapToLong(Letter::job).toArray())
        .set("fingerprints", texts(letters.stream().map(letter -> letter.id().toString()).toList()))
        .set("ats", texts(letters.stream().map(Letter::at).toList()))
        .update();
    Map<UUID, List<Letter>> groups = new TreeMap<>();
    letters.forEach(
        letter -> groups.computeIfAbsent(letter.id(), id -> new ArrayList<>()).add(letter));
    List<List<Letter>> each = List.copyOf(groups.values());
    List<Letter> lasts = each.stream().map(List::getLast).toList();
    PUT_GROUPS
        .on(connection)
        .set("fingerprints", texts(lasts.stream().map(last -> last.id().toString()).toList()))
        .set("error_types", lasts.stream().map(last -> last.print().type()).toArray(String[]::new))
        .set("errors", texts(lasts.stream().map(last -> last.print().message()).toList()))
        .set("frames", texts(lasts.stream().map(last -> last.print().frames()).toList()))
        .set("failures", each.stream().mapToLong(List::size).toArray())
        .set("firsts", texts(each.stream().map(some -> some.getFirst().at()).toList()))
        .set("lasts", texts(lasts.stream().map(Letter::at).toList()))
        .set("jobs", lasts.stream().mapToLong(Letter::job).toArray())
        .update();
  }

  private static String[] texts(List<String> texts) {
    return texts.toArray(String[]::new);
  }

  private static DeadLetterGroup group(ResultSet row) throws SQLException {
    long jobs = row.getLong("jobs");
    return new DeadLetterGroup(
        row.getString("fingerprint"),
        row.getLong("seen"),
        row.getString("error_type"),
        row.getString("error"),
        row.getString("frames"),
        Math.min(MOST, jobs),
        jobs > MOST,
        row.getLong("failures"),
        Columns.instant(row, "first_seen"),
        Columns.instant(row, "last_seen"),
        row.getLong("last_job"));
  }
}
