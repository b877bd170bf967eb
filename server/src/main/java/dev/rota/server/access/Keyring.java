package dev.rota.server.access;

import dev.rota.engine.tokens.Role;
import dev.rota.engine.tokens.Secret;
import dev.rota.engine.tokens.Tokens;
import dev.rota.server.AccessSettings;
import dev.rota.server.Authentication;
import dev.rota.server.Settings;
import dev.rota.server.http.Principal;
import io.helidon.http.HeaderNames;
import io.helidon.http.ServerRequestHeaders;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A Keyring finds out who asks by what they show. */
final class Keyring {
  private static final String SCHEME = "bearer ";
  private static final Principal OF_SETTINGS =
      new Principal("admin-token", Role.ADMIN, Set.of(), true);

  private final boolean asks;
  private final Optional<String> ofSettings;
  private final StoredTokens stored;
  private final @Nullable Jwts jwts;

  Keyring(Settings settings, Tokens tokens) {
    Authentication authentication = settings.get(AccessSettings.AUTH);
    this.asks = authentication != Authentication.NONE;
    this.ofSettings = settings.find(AccessSettings.TOKEN);
    this.stored = new StoredTokens(tokens, System::nanoTime);
    this.jwts = authentication == Authentication.JWT ? new Jwts(settings) : null;
  }

  /** Whoever asks; a stranger if they show nothing. */
  Principal read(ServerRequestHeaders headers) {
    if (!asks) {
      return Principal.ANYBODY;
    }
    return headers.first(HeaderNames.AUTHORIZATION).map(this::bearer).orElse(Principal.STRANGER);
  }

  private Principal bearer(String header) {
    if (!header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      throw Refusal.unproven("Send the token as Authorization: Bearer", true);
    }
    String text = header.substring(SCHEME.length()).strip();
    if (ofSettings.filter(known -> isSame(known, text)).isPresent()) {
      return OF_SETTINGS;
    }
    if (jwts != null && !text.startsWith(Secret.PREFIX)) {
      return jwts.read(text);
    }
    return (text.startsWith(Secret.PREFIX) ? stored.find(text) : Optional.<Principal>empty())
        .orElseThrow(() ->
            Refusal.unproven("The token is not known: it is wrong, expired or revoked", true));
  }

  /** In the same time for every wrong one, so that it cannot be guessed letter by letter. */
  private static boolean isSame(String known, String shown) {
    return MessageDigest.isEqual(
        known.getBytes(StandardCharsets.UTF_8), shown.getBytes(StandardCharsets.UTF_8));
  }
}
