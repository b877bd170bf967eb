package dev.rota.engine.webhooks;

import dev.rota.engine.Engine;
import dev.rota.engine.Loop;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A Herald makes deliveries of notes: in one transaction a note goes and its deliveries come, so
 * that each event becomes one delivery to each webhook that listens, whatever stops in between. The
 * node that leads does it.
 */
public final class Herald implements AutoCloseable {
  private static final Sql TAKE = Statements.sql("take_notes");
  private static final Sql LISTENING = Statements.sql("listening");
  private static final Sql FAIL = Statements.sql("fail_deliveries");
  private static final Sql FORGET = Statements.sql("forget_deliveries");
  private static final Duration EVERY = Duration.ofMillis(250);
  private static final Duration BETWEEN_SWEEPS = Duration.ofMinutes(1);
  private static final int BATCH = 500;

  private final Engine engine;
  private final Database database;
  private final DeliveryJobs jobs;
  private final Bodies bodies;
  private final Duration retention;
  private @Nullable Loop loop;
  private long nextSweep = System.nanoTime();

  private Herald(Engine engine, Telling telling, Duration retention) {
    this.engine = engine;
    this.database = engine.database();
    this.jobs = new DeliveryJobs(engine);
    this.bodies = new Bodies(telling);
    this.retention = retention;
  }

  /**
   * Makes deliveries while this node leads.
   *
   * @param retention how long deliveries are kept
   */
  public static Herald start(Engine engine, Telling telling, Duration retention) {
    Herald herald = open(engine, telling, retention);
    herald.loop = engine.lead("herald", herald::turn, EVERY);
    return herald;
  }

  /** Makes deliveries when it is told to. */
  public static Herald open(Engine engine, Telling telling, Duration retention) {
    return new Herald(engine, telling, retention);
  }

  /** One that is to be told, and whom. */
  record Telegram(long webhook, NewWebhook definition, Note note) {}

  private record Listener(long id, NewWebhook definition) {
    static Listener read(ResultSet row) throws SQLException {
      return new Listener(row.getLong("id"), Webhook.definition(row));
    }

    boolean isToldOfChangesOnly(Note note) {
      return definition.onChangeOnly() && note.event().isOfJob();
    }

    Troubles.Key key(Note note) {
      return new Troubles.Key(id, note.series());
    }
  }

  /** Makes deliveries of what there is; gives of how many notes. */
  public int tell() {
    int told = 0;
    int some;
    do {
      some = database.transact(this::batch);
      told += some;
    } while (some == BATCH);
    return told;
  }

  private int batch(Connection connection) throws SQLException {
    Database.pin(connection);
    List<Note> notes = TAKE.on(connection).set("max", BATCH).list(Note::read);
    if (!notes.isEmpty()) {
      List<Telegram> telegrams = telegrams(connection, notes);
      jobs.make(connection, bodies.of(telegrams));
    }
    return notes.size();
  }

  private static List<Telegram> telegrams(Connection connection, List<Note> notes)
      throws SQLException {
    List<Listener> listeners = LISTENING.on(connection).list(Listener::read);
    Set<Troubles.Key> keys = new HashSet<>();
    for (Note note : notes) {
      listeners.stream()
          .filter(one -> one.isToldOfChangesOnly(note) && one.definition().filter().lets(note))
          .forEach(one -> keys.add(one.key(note)));
    }
    Troubles troubles = Troubles.read(connection, keys);
    List<Telegram> telegrams = new ArrayList<>();
    for (Note note : notes) {
      for (Listener one : listeners) {
        boolean meant =
            one.definition().filter().lets(note)
                && (!one.isToldOfChangesOnly(note)
                    || troubles.isChange(one.key(note), note.event()));
        if (meant && one.definition().events().contains(note.event())) {
          telegrams.add(new Telegram(one.id(), one.definition(), note));
        }
      }
    }
    troubles.write(connection);
    return telegrams;
  }

  /** Gives up deliveries whose jobs have ended without a word, and forgets old ones. */
  public void sweep() {
    long after = 0;
    List<DeliveryJobs.Pending> some;
    do {
      long from = after;
      some = database.transact(connection -> DeliveryJobs.pending(connection, null, from));
      giveUp(some);
      after = some.isEmpty() ? after : some.getLast().delivery();
    } while (some.size() == DeliveryJobs.BATCH);
    while (forgetSome() == BATCH) {
      // more are over
    }
  }

  private void giveUp(List<DeliveryJobs.Pending> some) {
    Set<Long> alive = new HashSet<>();
    engine.jobs().get(some.stream().map(DeliveryJobs.Pending::job).toList()).stream()
        .filter(job -> !job.state().isTerminal())
        .forEach(job -> alive.add(job.id()));
    long[] lost =
        some.stream()
            .filter(one -> !alive.contains(one.job()))
            .mapToLong(DeliveryJobs.Pending::delivery)
            .toArray();
    if (lost.length > 0) {
      database.run(connection -> FAIL.on(connection).set("ids", lost).update());
    }
  }

  private int forgetSome() {
    return database.transact(connection ->
        FORGET.on(connection).set("retention_ms", retention.toMillis()).set("max", BATCH).update());
  }

  private Duration turn() {
    tell();
    if (System.nanoTime() - nextSweep >= 0) {
      nextSweep = System.nanoTime() + BETWEEN_SWEEPS.toNanos();
      sweep();
    }
    return EVERY;
  }

  @Override
  public void close() {
    if (loop != null) {
      loop.close();
    }
  }
}
