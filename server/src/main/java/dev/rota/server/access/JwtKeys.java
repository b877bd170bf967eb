package dev.rota.server.access;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import com.nimbusds.jose.jwk.source.ImmutableSecret;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.DefaultResourceRetriever;
import dev.rota.server.AccessSettings;
import dev.rota.server.Settings;
import dev.rota.server.SettingsException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.cert.CertificateFactory;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.Set;

/**
 * JwtKeys are by what signatures of JWTs are checked, and which ways of signing count: a secret
 * never checks what a key should have signed, nor the other way round.
 */
record JwtKeys(Set<JWSAlgorithm> algorithms, JWKSource<SecurityContext> source) {
  private static final int TIMEOUT_MS = 3_000;
  private static final int LARGEST = 1 << 20;
  private static final String CERTIFICATE = "CERTIFICATE";

  static JwtKeys of(Settings settings) {
    var secret = settings.find(AccessSettings.JWT_SECRET);
    if (secret.isPresent()) {
      return new JwtKeys(
          Set.of(JWSAlgorithm.HS256),
          new ImmutableSecret<>(secret.get().getBytes(StandardCharsets.UTF_8)));
    }
    return settings
        .find(AccessSettings.JWT_KEY_FILE)
        .map(JwtKeys::ofFile)
        .orElseGet(() -> ofAddress(settings.get(AccessSettings.JWT_JWKS_URL)));
  }

  /** Keys that were got once stay good while the address does not answer. */
  private static JwtKeys ofAddress(URI address) {
    try {
      return new JwtKeys(
          Set.of(JWSAlgorithm.RS256, JWSAlgorithm.ES256),
          JWKSourceBuilder.create(
                  address.toURL(), new DefaultResourceRetriever(TIMEOUT_MS, TIMEOUT_MS, LARGEST))
              .refreshAheadCache(false)
              .retrying(true)
              .outageTolerantForever()
              .build());
    } catch (MalformedURLException e) {
      throw new IllegalStateException("The settings have been checked, yet: " + address, e);
    }
  }

  private static JwtKeys ofFile(Path file) {
    try {
      PublicKey key = key(Files.readString(file));
      return key instanceof RSAPublicKey rsa
          ? of(JWSAlgorithm.RS256, new RSAKey.Builder(rsa).build())
          : of(JWSAlgorithm.ES256, new ECKey.Builder(Curve.P_256, (ECPublicKey) key).build());
    } catch (IOException
        | GeneralSecurityException
        | JOSEException
        | ClassCastException
        | IllegalArgumentException
        | IllegalStateException e) {
      throw new SettingsException(
          "%s=%s cannot be used: it must be a PEM file with a public key or a certificate, RSA or EC P-256: %s"
              .formatted(AccessSettings.JWT_KEY_FILE.name(), file, e));
    }
  }

  private static JwtKeys of(JWSAlgorithm algorithm, JWK key) throws JOSEException {
    key.computeThumbprint();
    return new JwtKeys(Set.of(algorithm), new ImmutableJWKSet<>(new JWKSet(key)));
  }

  private static PublicKey key(String pem) throws GeneralSecurityException {
    if (pem.contains(CERTIFICATE)) {
      return CertificateFactory.getInstance("X.509")
          .generateCertificate(
              new ByteArrayInputStream(pem.strip().getBytes(StandardCharsets.US_ASCII)))
          .getPublicKey();
    }
    byte[] bytes = Base64.getMimeDecoder().decode(pem.replaceAll("-----[A-Z ]+-----", "").strip());
    try {
      return KeyFactory.getInstance("RSA").generatePublic(new X509EncodedKeySpec(bytes));
    } catch (GeneralSecurityException e) {
      return KeyFactory.getInstance("EC").generatePublic(new X509EncodedKeySpec(bytes));
    }
  }
}
