package dev.rota.server.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpServer;
import dev.rota.server.SettingsException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PublicKey;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JwtTest {
  private static final String SECRET = "a secret that is longer than 32 bytes";
  private static final String ISSUER = "https://issuer.example";
  private static final RSAKey RSA = rsa();
  private static final ECKey EC = ec();

  private final HttpClient client = HttpClient.newHttpClient();

  @TempDir private Path folder;

  @Test
  void a_jwt_signed_with_the_secret_says_who_asks_with_which_role_for_which_queues()
      throws Exception {
    try (Served served = Served.start(Map.of("ROTA_AUTH", "jwt", "ROTA_JWT_SECRET", SECRET))) {
      HttpResponse<String> me =
          served.me(
              client,
              signed(
                  new MACSigner(SECRET),
                  JWSAlgorithm.HS256,
                  claims().claim("role", "worker").claim("queues", List.of("mail"))));
      assertThat(me.body())
          .isEqualTo(
              "{\"name\":\"ada\",\"role\":\"worker\",\"queues\":[\"mail\"],\"auth\":\"jwt\"}");
      JWTClaimsSet.Builder several = claims().claim("role", List.of("viewer", "admin", "dancer"));
      assertThat(served.me(client, hs256(several)).body()).contains("\"role\":\"admin\"");
      assertRefused(served, 403, "the role none", hs256(claims()));
      assertRefused(served, 403, "the role none", hs256(claims().claim("role", "dancer")));
      assertRefused(
          served, 401, "Expired", hs256(claims().claim("role", "admin").expirationTime(at(-120))));
      assertThat(
              served
                  .me(client, hs256(claims().claim("role", "admin").expirationTime(at(-30))))
                  .statusCode())
          .as("within the patience for other clocks")
          .isEqualTo(200);
      assertRefused(
          served, 401, "exp", hs256(claims().claim("role", "admin").expirationTime(null)));
      assertRefused(
          served, 401, "before", hs256(claims().claim("role", "admin").notBeforeTime(at(600))));
      assertRefused(served, 401, "", hs256(claims().claim("role", "admin").subject(null)));
      assertRefused(served, 503, "Tokens cannot be looked up", "rota_" + "x".repeat(43));
      for (String nonsense : List.of("x", "a.b.c", "e30.e30.", "..", hs256(claims()) + "x")) {
        assertRefused(served, 401, "", nonsense);
      }
    }
  }

  @Test
  void what_is_not_signed_or_signed_in_another_way_is_refused() throws Exception {
    JWTClaimsSet.Builder admin = claims().claim("role", "admin").issuer(ISSUER).audience("rota");
    String none = new PlainJWT(admin.build()).serialize();
    String tampered =
        Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString("{\"alg\":\"none\"}".getBytes(StandardCharsets.UTF_8))
            + hs256(admin).substring(hs256(admin).indexOf('.'));
    try (Served served = Served.start(Map.of("ROTA_AUTH", "jwt", "ROTA_JWT_SECRET", SECRET))) {
      assertRefused(served, 401, "", none);
      assertRefused(served, 401, "", tampered);
      assertRefused(served, 401, "", signed(new RSASSASigner(RSA), JWSAlgorithm.RS256, admin));
      assertRefused(
          served, 401, "", signed(new MACSigner(SECRET.repeat(2)), JWSAlgorithm.HS512, admin));
      assertRefused(
          served, 401, "", signed(new MACSigner(SECRET + "x"), JWSAlgorithm.HS256, admin));
    }
    PublicKey key = RSA.toPublicKey();
    try (Served served = Served.start(keyFile(pem(key)))) {
      assertThat(
              served
                  .me(client, signed(new RSASSASigner(RSA), JWSAlgorithm.RS256, admin))
                  .statusCode())
          .isEqualTo(200);
      assertRefused(served, 401, "", none);
      for (byte[] confused : List.of(key.getEncoded(), pem(key).getBytes(StandardCharsets.UTF_8))) {
        assertRefused(served, 401, "", signed(new MACSigner(confused), JWSAlgorithm.HS256, admin));
      }
      assertRefused(served, 401, "", signed(new RSASSASigner(RSA), JWSAlgorithm.RS512, admin));
      assertRefused(
          served,
          401,
          "",
          signed(
              new RSASSASigner(RSA),
              JWSAlgorithm.RS256,
              claims().claim("role", "admin").issuer("https://other.example").audience("rota")));
      assertRefused(
          served,
          401,
          "aud",
          signed(
              new RSASSASigner(RSA),
              JWSAlgorithm.RS256,
              claims().claim("role", "admin").issuer(ISSUER).audience("other")));
    }
  }

  @Test
  void a_key_of_an_elliptic_curve_works_too_and_a_wrong_file_is_named() throws Exception {
    JWTClaimsSet.Builder admin =
        claims()
            .claim("realm_access", Map.of("roles", List.of("operator")))
            .issuer(ISSUER)
            .audience("rota");
    Map<String, String> settings = new java.util.HashMap<>(keyFile(pem(EC.toPublicKey())));
    settings.put("ROTA_JWT_ROLE_CLAIM", "realm_access.roles");
    try (Served served = Served.start(settings)) {
      assertThat(served.me(client, signed(new ECDSASigner(EC), JWSAlgorithm.ES256, admin)).body())
          .contains("\"role\":\"operator\"");
    }
    Map<String, String> wrong = keyFile("nonsense");
    assertThatThrownBy(() -> Served.start(wrong))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("ROTA_JWT_KEY_FILE=" + folder);
  }

  @Test
  void keys_from_an_address_are_kept_while_it_is_away() throws Exception {
    HttpServer keys =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    byte[] set =
        new JWKSet(List.of(RSA.toPublicJWK(), EC.toPublicJWK()))
            .toString()
            .getBytes(StandardCharsets.UTF_8);
    keys.createContext(
        "/keys",
        exchange -> {
          exchange.sendResponseHeaders(200, set.length);
          exchange.getResponseBody().write(set);
          exchange.close();
        });
    keys.start();
    Map<String, String> settings =
        Map.of(
            "ROTA_AUTH",
            "jwt",
            "ROTA_JWT_JWKS_URL",
            "http://127.0.0.1:" + keys.getAddress().getPort() + "/keys",
            "ROTA_JWT_ISSUER",
            ISSUER,
            "ROTA_JWT_AUDIENCE",
            "rota");
    String jwt =
        signed(
            new RSASSASigner(RSA),
            JWSAlgorithm.RS256,
            claims().claim("role", "admin").issuer(ISSUER).audience("rota"));
    try (Served served = Served.start(settings)) {
      assertThat(served.me(client, jwt).statusCode()).isEqualTo(200);
      keys.stop(0);
      assertThat(served.me(client, jwt).statusCode()).isEqualTo(200);
    }
    try (Served served = Served.start(settings)) {
      assertRefused(served, 503, "The keys by which JWTs are checked cannot be got", jwt);
    }
  }

  private Map<String, String> keyFile(String pem) throws Exception {
    return Map.of(
        "ROTA_AUTH",
        "jwt",
        "ROTA_JWT_KEY_FILE",
        Files.writeString(folder.resolve("key.pem"), pem).toString(),
        "ROTA_JWT_ISSUER",
        ISSUER,
        "ROTA_JWT_AUDIENCE",
        "rota");
  }

  private void assertRefused(Served served, int status, String word, String jwt) throws Exception {
    HttpResponse<String> answer = served.me(client, jwt);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(answer.body()).containsIgnoringCase(word).doesNotContain("Exception");
  }

  private static JWTClaimsSet.Builder claims() {
    return new JWTClaimsSet.Builder().subject("ada").expirationTime(at(600));
  }

  private static Date at(long seconds) {
    return Date.from(Instant.now().plusSeconds(seconds));
  }

  private static String hs256(JWTClaimsSet.Builder claims) throws JOSEException {
    return signed(new MACSigner(SECRET), JWSAlgorithm.HS256, claims);
  }

  private static String signed(
      JWSSigner signer, JWSAlgorithm algorithm, JWTClaimsSet.Builder claims) throws JOSEException {
    SignedJWT jwt = new SignedJWT(new JWSHeader(algorithm), claims.build());
    jwt.sign(signer);
    return jwt.serialize();
  }

  private static String pem(PublicKey key) {
    return "-----BEGIN PUBLIC KEY-----\n"
        + Base64.getMimeEncoder().encodeToString(key.getEncoded())
        + "\n-----END PUBLIC KEY-----\n";
  }

  private static RSAKey rsa() {
    try {
      return new RSAKeyGenerator(2048).generate();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  private static ECKey ec() {
    try {
      return new ECKeyGenerator(Curve.P_256).generate();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }
}
