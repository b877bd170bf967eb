package dev.rota.engine.tokens;

import dev.rota.RotaException;
import dev.rota.Rules;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tokens are made, listed and revoked here; servers learn here which are good. */
public final class Tokens {
  private static final Sql CREATE = Statements.sql("create_token");
  private static final Sql LIST = Statements.sql("tokens");
  private static final Sql REVOKE = Statements.sql("revoke_token");
  private static final Sql LIVE = Statements.sql("live_tokens");
  private static final int SHOWN = 1_000;

  private final Database database;

  public Tokens(Database database) {
    this.database = database;
  }

  /** A token and its secret, which nobody can tell a second time. */
  public record Issued(Token token, Secret secret) {}

  public Issued create(NewToken wanted, String actor) {
    Rules.name("actor", actor);
    Secret secret = Secret.random();
    Duration lasts = wanted.lasts();
    Token made =
        database
            .transact(connection ->
                CREATE
                    .on(connection)
                    .set("name", wanted.name())
                    .set("role", wanted.role().word())
                    .set("queues", wanted.queues().stream().sorted().toArray(String[]::new))
                    .set("hash", secret.hash())
                    .set("hint", secret.hint())
                    .set("actor", actor)
                    .set("expires_ms", lasts == null ? null : lasts.toMillis())
                    .first(Tokens::token))
            .orElseThrow(() ->
                new RotaException(
                    "token-exists",
                    "there is a token %s already; revoke it, or choose another name"
                        .formatted(wanted.name())));
    return new Issued(made, secret);
  }

  /** The tokens, the newest first. */
  public List<Token> list() {
    return database.transact(
        connection -> LIST.on(connection).set("limit", SHOWN).list(Tokens::token));
  }

  /** Ends a token: every server refuses it within seconds. */
  public Token revoke(String name, String actor) {
    Rules.name("actor", actor);
    return database
        .transact(connection ->
            REVOKE.on(connection).set("name", name).set("actor", actor).first(Tokens::token))
        .orElseThrow(
            () -> new RotaException("not-found", "there is no token %s to revoke".formatted(name)));
  }

  /** Every token that is good now. */
  public List<LiveToken> live() {
    return database.transact(connection -> LIVE.on(connection).list(Tokens::live));
  }

  private static Token token(ResultSet row) throws SQLException {
    return new Token(
        row.getString("name"),
        Role.of("role", row.getString("role")),
        texts(row.getArray("queues")),
        row.getString("hint"),
        row.getString("status"),
        row.getObject("created_at", OffsetDateTime.class).toInstant(),
        row.getString("created_by"),
        instant(row, "expires_at"),
        instant(row, "revoked_at"),
        row.getString("revoked_by"));
  }

  private static LiveToken live(ResultSet row) throws SQLException {
    long left = row.getLong("left_ms");
    boolean ends = !row.wasNull();
    return new LiveToken(
        row.getString("hash"),
        row.getString("name"),
        Role.of("role", row.getString("role")),
        Set.copyOf(texts(row.getArray("queues"))),
        ends ? Duration.ofMillis(left) : null);
  }

  private static List<String> texts(Array array) throws SQLException {
    return List.of((String[]) array.getArray());
  }

  private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
    OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
    return time == null ? null : time.toInstant();
  }
}
