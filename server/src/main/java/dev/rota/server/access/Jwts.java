package dev.rota.server.access;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import dev.rota.InvalidInput;
import dev.rota.Rules;
import dev.rota.engine.tokens.Role;
import dev.rota.server.AccessSettings;
import dev.rota.server.Settings;
import dev.rota.server.http.Principal;
import java.text.ParseException;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Jwts are proofs that somebody else has signed. Times in them are of the signer's clock, so it is
 * this machine's clock that judges them, with some patience, and not the database's.
 */
final class Jwts {
  private static final Set<Role> LIMITED = Set.of(Role.PRODUCER, Role.WORKER);

  private final Settings settings;
  private final DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();

  Jwts(Settings settings) {
    this.settings = settings;
    JwtKeys keys = JwtKeys.of(settings);
    processor.setJWSKeySelector(new JWSVerificationKeySelector<>(keys.algorithms(), keys.source()));
    processor.setJWSTypeVerifier(
        new DefaultJOSEObjectTypeVerifier<>(
            JOSEObjectType.JWT, new JOSEObjectType("at+jwt"), null));
    processor.setJWTClaimsSetVerifier(claims(settings));
  }

  private static DefaultJWTClaimsVerifier<SecurityContext> claims(Settings settings) {
    JWTClaimsSet.Builder exact = new JWTClaimsSet.Builder();
    settings.find(AccessSettings.JWT_ISSUER).ifPresent(exact::issuer);
    DefaultJWTClaimsVerifier<SecurityContext> verifier =
        new DefaultJWTClaimsVerifier<>(
            settings.find(AccessSettings.JWT_AUDIENCE).orElse(null), exact.build(), Set.of("exp"));
    verifier.setMaxClockSkew((int) settings.get(AccessSettings.JWT_SKEW).toSeconds());
    return verifier;
  }

  Principal read(String jwt) {
    try {
      return principal(processor.process(jwt, null));
    } catch (KeySourceException e) {
      throw Refusal.away("The keys by which JWTs are checked cannot be got: " + e.getMessage());
    } catch (ParseException | BadJOSEException | JOSEException | InvalidInput e) {
      throw Refusal.unproven("The JWT is not good: " + e.getMessage(), true);
    }
  }

  private Principal principal(JWTClaimsSet claims) {
    String name =
        texts(
                claims,
                AccessSettings.JWT_NAME_CLAIM.name(),
                settings.get(AccessSettings.JWT_NAME_CLAIM))
            .findFirst()
            .orElse(null);
    Role role =
        texts(
                claims,
                AccessSettings.JWT_ROLE_CLAIM.name(),
                settings.get(AccessSettings.JWT_ROLE_CLAIM))
            .flatMap(word -> role(word).stream())
            .max(Role::compareTo)
            .orElse(null);
    Set<String> queues =
        texts(
                claims,
                AccessSettings.JWT_QUEUES_CLAIM.name(),
                settings.get(AccessSettings.JWT_QUEUES_CLAIM))
            .collect(Collectors.toSet());
    return new Principal(
        Rules.name(settings.get(AccessSettings.JWT_NAME_CLAIM), name),
        role,
        role != null && LIMITED.contains(role) ? queues : Set.of(),
        true);
  }

  private static Optional<Role> role(String word) {
    return Arrays.stream(Role.values()).filter(role -> role.word().equals(word)).findFirst();
  }

  /** The texts of a claim: one, several in a list, or several with blanks or commas between. */
  private static Stream<String> texts(JWTClaimsSet claims, String setting, String path) {
    return switch (value(claims.getClaims(), path)) {
      case null -> Stream.empty();
      case String text -> Arrays.stream(text.split("[ ,]+")).filter(word -> !word.isEmpty());
      case Collection<?> list -> list.stream().map(String::valueOf);
      default -> throw new InvalidInput(path, "", "must be a text or a list, see " + setting);
    };
  }

  /** A claim by its name, or by names with dots between, one inside the other. */
  private static @Nullable Object value(Map<?, ?> claims, String path) {
    int dot = path.indexOf('.');
    if (claims.containsKey(path) || dot < 0) {
      return claims.get(path);
    }
    return claims.get(path.substring(0, dot)) instanceof Map<?, ?> inner
        ? value(inner, path.substring(dot + 1))
        : null;
  }
}
