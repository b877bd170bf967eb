package dev.rota.engine.webhooks;

import dev.rota.InvalidInput;
import dev.rota.Json;
import dev.rota.RotaException;
import dev.rota.Rules;
import dev.rota.engine.AuditTrail;
import dev.rota.engine.BulkAction;
import dev.rota.engine.Engine;
import dev.rota.engine.sql.Columns;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Webhooks are put, paused, deleted and given new secrets here. */
public final class Webhooks {
  private static final Sql PUT = Statements.sql("put_webhook");
  private static final Sql LIST = Statements.sql("webhooks");
  private static final Sql SECRET = Statements.sql("secret_of_webhook");
  private static final Sql DELETE = Statements.sql("delete_webhook");
  private static final Sql PAUSE = Statements.sql("pause_webhook");
  private static final Sql ROTATE = Statements.sql("rotate_secret");
  private static final Sql PUT_EARS = Statements.sql("put_ears");
  private static final Sql DROP_EARS = Statements.sql("drop_ears");
  private static final Duration LONGEST_OVERLAP = Duration.ofDays(30);

  private final Database database;
  private final DeliveryJobs jobs;
  private final AuditTrail audit = new AuditTrail();

  public Webhooks(Engine engine) {
    this.database = engine.database();
    this.jobs = new DeliveryJobs(engine);
  }

  /**
   * A webhook that was put.
   *
   * @param secret what signs, if nobody has been told yet; nobody can be told a second time
   */
  public record Put(Webhook webhook, boolean isNew, @Nullable WebhookSecret secret) {}

  /** A new secret, and until when the one before it signs too. */
  public record Rotated(WebhookSecret secret, Instant previousUntil) {}

  /**
   * Stores a webhook, in the place of the one of the same name if there is one.
   *
   * @param given the secret to sign with; null to keep the one that there is, or for any
   */
  public Put put(NewWebhook wish, @Nullable WebhookSecret given, String actor) {
    Rules.name("actor", actor);
    if (wish.url().isMail() && given != null) {
      throw new InvalidInput("secret", "…", "is for addresses of servers: mail is not signed");
    }
    WebhookSecret fresh =
        wish.url().isMail() ? null : Objects.requireNonNullElseGet(given, WebhookSecret::random);
    boolean[] is = new boolean[2];
    database.run(connection -> {
      long id = store(connection, wish, given, fresh, is);
      listen(connection, id);
      note(connection, is[0] ? "webhook.created" : "webhook.changed", wish.name(), actor, null);
    });
    return new Put(get(wish.name()), is[0], is[1] ? fresh : null);
  }

  private static long store(
      Connection connection,
      NewWebhook wish,
      @Nullable WebhookSecret given,
      @Nullable WebhookSecret fresh,
      boolean[] is)
      throws SQLException {
    WebhookFilter filter = wish.filter();
    return PUT.on(connection)
        .set("name", wish.name())
        .set("url", wish.url().text())
        .set("events", array(wish.words()))
        .set("queues", array(filter.queues()))
        .set("kinds", array(filter.kinds()))
        .set("tags", array(filter.tags()))
        .set("schedules", array(filter.schedules()))
        .set("tenants", array(filter.tenants()))
        .set("alerts", array(filter.alerts()))
        .set("on_change_only", wish.onChangeOnly())
        .set("timeout_ms", wish.timeout().toMillis())
        .set("max_attempts", wish.maxAttempts())
        .set("description", wish.description())
        .set("fresh_secret", fresh == null ? null : fresh.text())
        .set("given_secret", given == null ? null : given.text())
        .one(row -> {
          is[0] = row.getBoolean("is_new");
          is[1] = row.getBoolean("is_fresh");
          return row.getLong("id");
        });
  }

  public Optional<Webhook> find(String name) {
    return database.transact(
        connection -> LIST.on(connection).set("name", name).first(Webhook::read));
  }

  public Webhook get(String name) {
    return find(name).orElseThrow(() -> unknown(name));
  }

  /** All of them, by name. */
  public List<Webhook> list() {
    return database.transact(
        connection -> LIST.on(connection).set("name", (String) null).list(Webhook::read));
  }

  /** Whether this is the secret that a webhook signs with. */
  public boolean signsWith(String name, WebhookSecret secret) {
    return database
        .transact(connection ->
            SECRET.on(connection).set("name", name).first(row -> row.getString("secret")))
        .filter(secret.text()::equals)
        .isPresent();
  }

  /** Forgets a webhook and its deliveries; those that are under way are given up. */
  public void delete(String name, String actor) {
    Rules.name("actor", actor);
    database.run(connection -> {
      if (DELETE.on(connection).set("name", name).update() == 0) {
        throw unknown(name);
      }
      note(connection, "webhook.deleted", name, actor, null);
    });
  }

  /**
   * Lets nothing new be delivered; what waits is held until it goes on.
   *
   * @param reason null if somebody just wanted it
   */
  public Webhook pause(String name, String actor, @Nullable String reason) {
    Rules.name("actor", actor);
    database.run(connection -> {
      Optional<Long> id = pause(connection, name, true, actor, reason);
      if (id.isPresent()) {
        DROP_EARS.on(connection).set("id", id.get()).update();
        note(connection, "webhook.paused", name, actor, reason);
        jobs.change(connection, id.get(), BulkAction.PAUSE, actor);
      }
    });
    return get(name);
  }

  public Webhook resume(String name, String actor) {
    Rules.name("actor", actor);
    database.run(connection -> {
      Optional<Long> id = pause(connection, name, false, actor, null);
      if (id.isPresent()) {
        listen(connection, id.get());
        note(connection, "webhook.resumed", name, actor, null);
        jobs.change(connection, id.get(), BulkAction.RESUME, actor);
      }
    });
    return get(name);
  }

  /** Gives a webhook another secret; the one before it signs too for so long. */
  public Rotated rotate(String name, Duration overlap, String actor) {
    Rules.name("actor", actor);
    Rules.range("overlap_hours", overlap, Duration.ZERO, LONGEST_OVERLAP);
    if (get(name).definition().url().isMail()) {
      throw new RotaException("no-secret", "webhook " + name + " sends mail, which is not signed");
    }
    WebhookSecret secret = WebhookSecret.random();
    return database.transact(connection -> {
      Instant until =
          ROTATE
              .on(connection)
              .set("name", name)
              .set("secret", secret.text())
              .set("overlap_ms", overlap.toMillis())
              .first(row -> Columns.instant(row, "previous_until"))
              .orElseThrow(() -> unknown(name));
      note(connection, "webhook.rotated", name, actor, null);
      return new Rotated(secret, until);
    });
  }

  private static Optional<Long> pause(
      Connection connection, String name, boolean pause, String actor, @Nullable String reason)
      throws SQLException {
    return PAUSE
        .on(connection)
        .set("name", name)
        .set("pause", pause)
        .set("actor", actor)
        .set("reason", reason)
        .first(row -> row.getLong("id"));
  }

  private static void listen(Connection connection, long id) throws SQLException {
    DROP_EARS.on(connection).set("id", id).update();
    PUT_EARS.on(connection).set("id", id).update();
  }

  private void note(
      Connection connection, String type, String name, String actor, @Nullable String reason)
      throws SQLException {
    String why = reason == null ? "" : ",\"reason\":" + Json.quote(reason);
    audit.other(connection, type, actor, "{\"webhook\":" + Json.quote(name) + why + "}");
  }

  private static String[] array(List<String> texts) {
    return texts.toArray(String[]::new);
  }

  static RotaException unknown(String name) {
    return new RotaException("not-found", "there is no webhook " + name);
  }
}
