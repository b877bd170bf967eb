package dev.rota.engine;

import dev.rota.Rules;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Workers are those that run jobs: the nodes themselves, and remote ones that a facade speaks for.
 */
public final class Workers {
  private static final Sql ENTER = Statements.sql("enter_remote_worker");
  private static final Sql LOCK = Statements.sql("lock_worker_name");
  private static final Sql HEAR = Statements.sql("hear_remote_worker");
  private static final Sql LIST = Statements.sql("workers");

  /**
   * A remote worker that was not heard for this long is gone; its jobs have leases of their own.
   */
  private static final Duration HEARD = Duration.ofMinutes(10);

  /** A worker that asks again and again is not written down each time. */
  private static final Duration NOTED = Duration.ofSeconds(5);

  private final Database database;
  private final Map<Remote, Entry> entries = new ConcurrentHashMap<>();

  private record Remote(
      String name,
      @Nullable String version,
      @Nullable String host,
      Set<String> capabilities,
      @Nullable String token) {}

  private record Entry(int worker, long nanos) {}

  Workers(Database database) {
    this.database = database;
  }

  /** Gives a remote worker that needed no token. */
  public Holder remote(
      String name,
      @Nullable String version,
      @Nullable String host,
      Set<String> capabilities,
      Duration lease) {
    return remote(name, version, host, capabilities, null, lease);
  }

  /**
   * Gives a remote worker as the leases know it, and notes from time to time that it was heard.
   *
   * @param token the name of the token by which it came in, if it needed one
   * @param lease how long each of its executions may go without a renewal
   */
  public Holder remote(
      String name,
      @Nullable String version,
      @Nullable String host,
      Set<String> capabilities,
      @Nullable String token,
      Duration lease) {
    Rules.name("worker_id", name);
    Rules.range("lease", lease, Duration.ofSeconds(1), Duration.ofDays(1));
    capabilities.forEach(capability -> Rules.name("capabilities", capability));
    Remote wanted = new Remote(name, version, host, Set.copyOf(capabilities), token);
    Entry entry = entries.get(wanted);
    if (entry == null || System.nanoTime() - entry.nanos() > NOTED.toNanos()) {
      entry = new Entry(enter(wanted), System.nanoTime());
      entries.put(wanted, entry);
      entries.values().removeIf(other -> System.nanoTime() - other.nanos() > HEARD.toNanos());
    }
    return new Holder(entry.worker(), name, wanted.capabilities(), lease);
  }

  private int enter(Remote remote) {
    return database.transact(connection -> {
      LOCK.on(connection)
          .set("name", remote.name())
          .set("token", remote.token())
          .one(row -> row.getLong("locks"));
      return ENTER
          .on(connection)
          .set("name", remote.name())
          .set("version", remote.version())
          .set("host", remote.host())
          .set("capabilities", ArrayText.of(remote.capabilities()))
          .set("token", remote.token())
          .set("lease_ms", HEARD.toMillis())
          .one(row -> row.getInt("id"));
    });
  }

  /** Notes that a remote worker was heard, if it is known. */
  public void heard(String name) {
    database.run(connection ->
        HEAR.on(connection).set("name", name).set("lease_ms", HEARD.toMillis()).update());
  }

  /** The workers that are alive, and those that stopped within a time. */
  public List<WorkerInfo> list(Duration stoppedWithin) {
    return database.transact(connection ->
        LIST.on(connection).set("since_ms", stoppedWithin.toMillis()).list(Workers::read));
  }

  private static WorkerInfo read(ResultSet row) throws SQLException {
    return new WorkerInfo(
        row.getInt("id"),
        row.getString("name"),
        row.getString("version"),
        row.getString("host"),
        Taken.texts(row.getArray("capabilities")),
        row.getString("token"),
        row.getBoolean("remote"),
        row.getBoolean("alive"),
        row.getInt("running"),
        Taken.instant(row, "started_at"),
        Taken.instant(row, "beat_at"));
  }
}
