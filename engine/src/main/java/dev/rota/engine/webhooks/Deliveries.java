package dev.rota.engine.webhooks;

import dev.rota.InvalidInput;
import dev.rota.Json;
import dev.rota.RotaException;
import dev.rota.Rules;
import dev.rota.engine.Engine;
import dev.rota.engine.Page;
import dev.rota.engine.sql.Call;
import dev.rota.engine.sql.Columns;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Deliveries are looked at, repeated and carried out by means of this. */
public final class Deliveries {
  public static final String KIND = "rota.webhook";
  public static final String QUEUE = "rota.webhooks";
  static final String ACTOR = "rota";

  private static final Sql ONE = Statements.sql("delivery");
  private static final Sql ALL = Statements.sql("deliveries");
  private static final Sql OF_WEBHOOK = Statements.sql("webhook_deliveries");
  private static final Sql UNDELIVERED = Statements.sql("undelivered");
  private static final Sql NOTE = Statements.sql("note_attempt");
  private static final Sql COUNTS = Statements.sql("delivery_counts");
  private static final Sql CLOCK = Statements.sql("webhook_clock");
  private static final int MOST = 1_000;
  private static final int LONGEST_ERROR = 1_000;

  private final Database database;
  private final Webhooks webhooks;
  private final DeliveryJobs jobs;

  public Deliveries(Engine engine) {
    this.database = engine.database();
    this.webhooks = new Webhooks(engine);
    this.jobs = new DeliveryJobs(engine);
  }

  /**
   * A page of deliveries, newest first.
   *
   * @param webhook the name of a webhook; null for all
   * @param state a state; null for any
   */
  public Page<Delivery> list(
      @Nullable String webhook, @Nullable String state, int limit, @Nullable Long after) {
    Rules.range("limit", limit, 1, MOST);
    Long id = webhook == null ? null : (Long) webhooks.get(webhook).id();
    List<Delivery> found =
        database.transact(connection -> {
          Database.pin(connection);
          Call call = source(id, checked(state)).on(connection);
          if (call.takes("webhook")) {
            call.set("webhook", id);
          }
          if (call.takes("arrived")) {
            call.set("arrived", state != null);
          } else {
            call.set("state", state);
          }
          return call.set("before", after == null ? Long.MAX_VALUE : after.longValue())
              .set("max", limit + 1)
              .list(Delivery::read);
        });
    boolean more = found.size() > limit;
    List<Delivery> shown = more ? found.subList(0, limit) : found;
    return new Page<>(shown, more ? (Long) shown.getLast().id() : null);
  }

  private static Sql source(@Nullable Long webhook, @Nullable String state) {
    if (state != null && !state.equals(Delivery.State.DELIVERED.word())) {
      return UNDELIVERED;
    }
    return webhook == null ? ALL : OF_WEBHOOK;
  }

  private static @Nullable String checked(@Nullable String state) {
    List<String> words = Arrays.stream(Delivery.State.values()).map(Delivery.State::word).toList();
    if (state != null && !words.contains(state)) {
      throw new InvalidInput(
          "state", state, "must be one of " + words.stream().collect(Collectors.joining(", ")));
    }
    return state;
  }

  public Optional<Delivery> find(long id) {
    return database.transact(connection -> ONE.on(connection).set("id", id).first(Delivery::read));
  }

  /** Sends something to a webhook that tells of nothing, to try it out. */
  public Delivery test(String name, String actor) {
    Rules.name("actor", actor);
    Webhook webhook = active(name);
    long id =
        database.transact(connection -> {
          Instant now = CLOCK.on(connection).one(row -> Columns.instant(row, "now"));
          String data = "{\"webhook\":" + Json.quote(name) + ",\"by\":" + Json.quote(actor) + "}";
          return make(
              connection,
              new DeliveryJobs.Wish(
                  webhook.id(),
                  webhook.definition(),
                  WebhookEvent.TEST,
                  null,
                  null,
                  null,
                  body(WebhookEvent.TEST, now, data),
                  null));
        });
    return find(id).orElseThrow(() -> Webhooks.unknown(name));
  }

  /**
   * Delivers once more what was delivered, or was not; the receiver can tell that it is the same.
   */
  public Delivery repeat(long id, String actor) {
    Rules.name("actor", actor);
    Delivery before = find(id).orElseThrow(() -> unknown(id));
    Webhook webhook = active(before.webhook());
    long repeat =
        database.transact(connection ->
            make(
                connection,
                new DeliveryJobs.Wish(
                    webhook.id(),
                    webhook.definition(),
                    before.event(),
                    before.subject(),
                    null,
                    before.message(),
                    before.body(),
                    before.id())));
    return find(repeat).orElseThrow(() -> unknown(repeat));
  }

  private long make(Connection connection, DeliveryJobs.Wish wish) throws SQLException {
    return jobs.make(connection, List.of(wish)).get(0);
  }

  private Webhook active(String name) {
    Webhook webhook = webhooks.get(name);
    if (!webhook.isActive()) {
      throw new RotaException(
          "webhook-paused",
          "webhook %s is paused%s: resume it first"
              .formatted(
                  name, webhook.pausedReason() == null ? "" : ", " + webhook.pausedReason()));
    }
    return webhook;
  }

  /** What it takes to carry a delivery out; nothing if its webhook was deleted. */
  public Optional<Dispatch> dispatch(long id) {
    return database.transact(
        connection -> ONE.on(connection).set("id", id).first(Deliveries::dispatch));
  }

  private static Dispatch dispatch(ResultSet row) throws SQLException {
    return new Dispatch(
        Delivery.read(row),
        new WebhookAddress(row.getString("url")),
        Stream.of(row.getString("secret"), row.getString("previous_secret"))
            .filter(Objects::nonNull)
            .map(WebhookSecret::new)
            .toList(),
        Duration.ofMillis(row.getLong("timeout_ms")),
        Columns.nullableInstant(row, "paused_at") != null,
        Columns.instant(row, "now"));
  }

  /**
   * Writes down how a try went.
   *
   * @param status what a server answered; null if none did
   * @param error why it did not arrive; null if it did
   */
  public void note(
      long id, Delivery.State state, @Nullable Integer status, @Nullable String error) {
    String told =
        error == null || error.length() <= LONGEST_ERROR
            ? error
            : error.substring(0, LONGEST_ERROR);
    database.run(connection ->
        NOTE.on(connection)
            .set("id", id)
            .set("state", state.word())
            .set("status", status)
            .set("error", told)
            .update());
  }

  /** Counts are how many deliveries wait and how many have failed, each up to ten thousand. */
  public record Counts(long pending, long failed) {}

  public Counts counts() {
    return database.transact(connection -> {
      Database.pin(connection);
      return COUNTS
          .on(connection)
          .one(row -> new Counts(row.getLong("pending"), row.getLong("failed")));
    });
  }

  static String body(String event, Instant at, String data) {
    return "{\"type\":%s,\"timestamp\":\"%s\",\"data\":%s}".formatted(Json.quote(event), at, data);
  }

  private static RotaException unknown(long id) {
    return new RotaException("not-found", "there is no delivery " + id);
  }
}
