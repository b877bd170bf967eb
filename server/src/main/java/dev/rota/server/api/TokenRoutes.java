package dev.rota.server.api;

import dev.rota.Rules;
import dev.rota.engine.tokens.NewToken;
import dev.rota.engine.tokens.Role;
import dev.rota.engine.tokens.Token;
import dev.rota.engine.tokens.Tokens;
import dev.rota.schedule.DurationText;
import dev.rota.server.http.Actor;
import dev.rota.server.http.Body;
import dev.rota.server.http.Wire;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** TokenRoutes are the paths of tokens. */
record TokenRoutes(Tokens tokens) {
  static final String NEVER = "never";

  void addTo(HttpRouting.Builder routing) {
    routing.get("/api/v1/tokens", this::list);
    routing.post("/api/v1/tokens", this::create);
    routing.delete("/api/v1/tokens/{name}", this::revoke);
  }

  /**
   * A token as callers ask for it.
   *
   * @param expires after how long, as in {@code 30d}, or {@code never}
   */
  record TokenBody(
      @Nullable String name,
      @Nullable String role,
      @Nullable List<String> queues,
      @Nullable String expires) {
    NewToken token() {
      return new NewToken(
          Rules.name("name", name),
          Role.of("role", role),
          queues == null ? Set.of() : Set.copyOf(queues),
          lasts());
    }

    private @Nullable Duration lasts() {
      if (expires == null) {
        return NewToken.STANDARD;
      }
      return expires.equals(NEVER) ? null : DurationText.parse("expires", expires);
    }
  }

  /**
   * A token as callers see it.
   *
   * @param hint how the secret begins
   */
  record TokenView(
      String name,
      String role,
      List<String> queues,
      String hint,
      String status,
      Instant createdAt,
      String createdBy,
      @Nullable Instant expiresAt,
      @Nullable Instant revokedAt,
      @Nullable String revokedBy) {
    static TokenView of(Token token) {
      return new TokenView(
          token.name(),
          token.role().word(),
          token.queues(),
          token.hint(),
          token.status(),
          token.createdAt(),
          token.createdBy(),
          token.expiresAt(),
          token.revokedAt(),
          token.revokedBy());
    }
  }

  record TokenList(List<TokenView> tokens) {}

  /**
   * A new token.
   *
   * @param secret what its bearer shows; nobody can tell it a second time
   */
  record IssuedView(String secret, TokenView token) {}

  private void list(ServerRequest request, ServerResponse response) {
    Answers.ok(response, new TokenList(tokens.list().stream().map(TokenView::of).toList()));
  }

  private void create(ServerRequest request, ServerResponse response) {
    NewToken wanted = Wire.read(Body.text(request), TokenBody.class).token();
    Tokens.Issued issued = tokens.create(wanted, Actor.of(request));
    Answers.send(
        response, 201, new IssuedView(issued.secret().text(), TokenView.of(issued.token())));
  }

  private void revoke(ServerRequest request, ServerResponse response) {
    String name = request.path().pathParameters().get("name");
    Answers.ok(response, TokenView.of(tokens.revoke(name, Actor.of(request))));
  }
}
