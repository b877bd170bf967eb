package dev.rota.server;

import static java.time.temporal.ChronoUnit.SECONDS;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** AccessSettings are those that say who may come in, how, and with how much. */
public final class AccessSettings {

  public static final Setting<Authentication> AUTH =
      Setting.of(
          "ROTA_AUTH",
          "none",
          Rule.choice(Authentication.class),
          "How callers prove who they are ([guide](guides/security.md)); `none` is for loopback addresses only");

  public static final Setting<String> TOKEN =
      Setting.of(
              "ROTA_TOKEN",
              "",
              Rule.secret(16),
              "A token of the role admin beside those of `rota token create`, for simple setups")
          .asSecret();

  public static final Setting<String> JWT_SECRET =
      Setting.of(
              "ROTA_JWT_SECRET",
              "",
              Rule.secret(32),
              "With `ROTA_AUTH=jwt`: the secret by which JWTs are signed with HS256")
          .asSecret();

  public static final Setting<Path> JWT_KEY_FILE =
      Setting.of(
          "ROTA_JWT_KEY_FILE",
          "",
          Rule.path(),
          "With `ROTA_AUTH=jwt`: a PEM file with the public key or certificate by which JWTs are checked, RS256 or ES256");

  public static final Setting<URI> JWT_JWKS_URL =
      Setting.of(
          "ROTA_JWT_JWKS_URL",
          "",
          new Rule<>("an https address, or http on loopback", AccessSettings::keysAddress),
          "With `ROTA_AUTH=jwt`: where the public keys are, as a JWK set");

  public static final Setting<String> JWT_ISSUER =
      Setting.of(
          "ROTA_JWT_ISSUER",
          "",
          Rule.text("a text"),
          "The `iss` that JWTs must have, if it is set");

  public static final Setting<String> JWT_AUDIENCE =
      Setting.of(
          "ROTA_JWT_AUDIENCE",
          "",
          Rule.text("a text"),
          "What must be among the `aud` of JWTs, if it is set");

  public static final Setting<String> JWT_NAME_CLAIM =
      Setting.of(
          "ROTA_JWT_NAME_CLAIM",
          "sub",
          Rule.text("the name of a claim"),
          "The claim that says who it is, for the audit trail");

  public static final Setting<String> JWT_ROLE_CLAIM =
      Setting.of(
          "ROTA_JWT_ROLE_CLAIM",
          "role",
          Rule.text("the name of a claim"),
          "The claim that says the role: a text or a list, of which the one that may most counts");

  public static final Setting<String> JWT_QUEUES_CLAIM =
      Setting.of(
          "ROTA_JWT_QUEUES_CLAIM",
          "queues",
          Rule.text("the name of a claim"),
          "The claim that lists the queues to which a producer or worker is limited");

  public static final Setting<Duration> JWT_SKEW =
      Setting.of(
          "ROTA_JWT_SKEW_SECONDS",
          "60",
          Rule.time(SECONDS, 0, 600),
          "By how much the clock of those who sign may differ");

  public static final Setting<Set<String>> ALLOWED_HOSTS =
      Setting.of(
          "ROTA_ALLOWED_HOSTS",
          "",
          Rule.words(),
          "Names by which the server may be called beside loopback ones, `ROTA_HOST` and plain addresses; also origins of pages that may call it");

  public static final Setting<Boolean> METRICS_PUBLIC =
      Setting.of(
          "ROTA_METRICS_PUBLIC",
          "false",
          Rule.flag(),
          "Whether `/metrics` is there for everybody, however others prove who they are");

  public static final Setting<Integer> RATE_LIMIT =
      Setting.of(
          "ROTA_RATE_LIMIT",
          "",
          Rule.number(0, 1_000_000),
          "How many requests a second each caller may send to this node; 0 means any number. Unset means any number on loopback, 1000 elsewhere");

  public static final Setting<Integer> RATE_BURST =
      Setting.of(
          "ROTA_RATE_BURST",
          "",
          Rule.number(1, 10_000_000),
          "How many of them may come at once; unset means twice the limit");

  public static final Setting<Integer> BODY_LIMIT =
      Setting.of(
          "ROTA_BODY_LIMIT_BYTES",
          "16777216",
          Rule.number(1_024, 1 << 30),
          "How long the body of a request may be");

  public static final Setting<Integer> BULK_LIMIT =
      Setting.of(
          "ROTA_BULK_LIMIT_BYTES",
          "536870912",
          Rule.number(1_024, Integer.MAX_VALUE),
          "How long a stream of jobs may be");

  public static final Setting<Integer> HEADER_LIMIT =
      Setting.of(
          "ROTA_HEADER_LIMIT_BYTES",
          "16384",
          Rule.number(1_024, 1 << 20),
          "How long the headers of a request may be together");

  public static final Setting<Duration> REQUEST_TIMEOUT =
      Setting.of(
          "ROTA_REQUEST_TIMEOUT_SECONDS",
          "30",
          Rule.time(SECONDS, 1, 3_600),
          "How long a caller may be silent within a request");

  public static final Setting<Integer> CONNECTIONS =
      Setting.of(
          "ROTA_CONNECTIONS_MAX",
          "4096",
          Rule.number(1, 1_000_000),
          "How many connections there may be on each port; further ones wait");

  public static final Setting<Path> TLS_CERT =
      Setting.of(
          "ROTA_TLS_CERT",
          "",
          Rule.path(),
          "A PEM file with the certificate of the server and those that vouch for it: it then speaks TLS");

  public static final Setting<Path> TLS_KEY =
      Setting.of("ROTA_TLS_KEY", "", Rule.path(), "A PEM file with the private key of it");

  /** All of them, in the order of the documentation. */
  static final List<Setting<?>> ALL =
      List.of(
          AUTH,
          TOKEN,
          JWT_SECRET,
          JWT_KEY_FILE,
          JWT_JWKS_URL,
          JWT_ISSUER,
          JWT_AUDIENCE,
          JWT_NAME_CLAIM,
          JWT_ROLE_CLAIM,
          JWT_QUEUES_CLAIM,
          JWT_SKEW,
          ALLOWED_HOSTS,
          METRICS_PUBLIC,
          RATE_LIMIT,
          RATE_BURST,
          BODY_LIMIT,
          BULK_LIMIT,
          HEADER_LIMIT,
          REQUEST_TIMEOUT,
          CONNECTIONS,
          TLS_CERT,
          TLS_KEY);

  private AccessSettings() {}

  /** Keys that come over a line that others could change would let others in. */
  private static @Nullable URI keysAddress(String text) {
    try {
      var address = URI.create(text);
      var isSafe =
          "https".equals(address.getScheme())
              || ("http".equals(address.getScheme())
                  && Set.of("localhost", "127.0.0.1", "[::1]")
                      .contains(String.valueOf(address.getHost())));
      return isSafe && address.getHost() != null ? address : null;
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
