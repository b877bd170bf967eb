package dev.rota.engine.tokens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.InvalidInput;
import dev.rota.RotaException;
import dev.rota.engine.EngineTest;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class TokensTest extends EngineTest {
  private Tokens tokens;

  @BeforeEach
  void tokens() {
    tokens = new Tokens(engine.database());
  }

  @Test
  void theSecretIsNowhereInTheDatabase() throws Exception {
    Secret secret = tokens.create(token("ci", Duration.ofDays(30)), "ada").secret();
    assertThat(secret.text()).startsWith("rota_").hasSize(48);
    assertThat(secret).asString().doesNotContain(secret.text());
    assertThat(text("SELECT t::text FROM rota.token t"))
        .contains(secret.hash())
        .doesNotContain(secret.text());
    assertThat(text("SELECT string_agg(e::text, '') FROM rota.event e"))
        .contains("token.created", "ada", "ci")
        .doesNotContain(secret.hash());
    assertThat(tokens.live())
        .singleElement()
        .satisfies(live -> assertThat(live.hash()).isEqualTo(secret.hash()))
        .satisfies(live -> assertThat(live.queues()).containsExactly("mail"));
  }

  @Test
  void aTokenIsGoodUntilItExpires() {
    tokens.create(token("short", Duration.ofHours(1)), "ada");
    tokens.create(token("long", null), "ada");
    clock.advance(Duration.ofMinutes(59));
    assertThat(tokens.live()).hasSize(2);
    clock.advance(Duration.ofMinutes(1));
    assertThat(tokens.live()).extracting(LiveToken::name).containsExactly("long");
    assertThat(tokens.list()).extracting(Token::status).containsExactly("active", "expired");
  }

  @Test
  void aRevokedTokenIsNotGoodAndItsNameIsFree() {
    tokens.create(token("ci", null), "ada");
    assertThatThrownBy(() -> tokens.create(token("ci", null), "ada"))
        .isInstanceOf(RotaException.class)
        .hasMessageContaining("there is a token ci already");
    assertThat(tokens.revoke("ci", "bob").revokedBy()).isEqualTo("bob");
    assertThat(tokens.live()).isEmpty();
    assertThatThrownBy(() -> tokens.revoke("ci", "bob")).hasMessageContaining("no token ci");
    tokens.create(token("ci", null), "ada");
    assertThat(tokens.list()).extracting(Token::status).containsExactly("active", "revoked");
  }

  @Test
  void queuesAreForThoseWhoWorkOnThem() {
    assertThatThrownBy(() -> new NewToken("a", Role.ADMIN, Set.of("mail"), null))
        .isInstanceOf(InvalidInput.class)
        .hasMessageContaining("producer and worker only");
    assertThatThrownBy(() -> new NewToken("", Role.ADMIN, Set.of(), null))
        .isInstanceOf(InvalidInput.class);
    assertThatThrownBy(() -> new NewToken("a", Role.ADMIN, Set.of(), Duration.ZERO))
        .isInstanceOf(InvalidInput.class);
    assertThatThrownBy(() -> Role.of("role", "root")).hasMessageContaining("viewer, producer");
  }

  @Test
  void rolesCoverEachOther() {
    for (Role role : Role.values()) {
      assertThat(role.covers(Role.VIEWER)).isTrue();
      assertThat(role.covers(role)).isTrue();
      assertThat(Role.ADMIN.covers(role)).isTrue();
    }
    assertThat(Role.OPERATOR.covers(Role.ADMIN)).isFalse();
    assertThat(Role.OPERATOR.covers(Role.WORKER)).isTrue();
    assertThat(Role.WORKER.covers(Role.PRODUCER)).isFalse();
    assertThat(Role.PRODUCER.covers(Role.WORKER)).isFalse();
    assertThat(Role.VIEWER.covers(Role.PRODUCER)).isFalse();
  }

  private static NewToken token(String name, @Nullable Duration lasts) {
    return new NewToken(name, Role.PRODUCER, Set.of("mail"), lasts);
  }
}
