package dev.rota.server;

import io.helidon.common.configurable.Resource;
import io.helidon.common.pki.Keys;
import io.helidon.common.pki.PemKeys;
import io.helidon.common.tls.Tls;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;

/** TlsFiles are a certificate and its key, by which the server proves who it is. */
record TlsFiles(Path certificate, Path key) {

  static Optional<TlsFiles> of(Settings settings) {
    return settings
        .find(AccessSettings.TLS_CERT)
        .map(certificate -> new TlsFiles(certificate, settings.get(AccessSettings.TLS_KEY)));
  }

  /**
   * Reads both.
   *
   * @throws SettingsException if one cannot be read, or they do not belong together
   */
  Tls tls() {
    var chain = chain();
    var privateKey = privateKey();
    if (!belongTogether(chain.getFirst().getPublicKey(), privateKey)) {
      throw wrong(AccessSettings.TLS_KEY, key, "it is not the key of the certificate");
    }
    return Tls.builder().privateKey(privateKey).privateKeyCertChain(chain).build();
  }

  private List<X509Certificate> chain() {
    try {
      var read =
          Keys.builder()
              .pem(PemKeys.builder().certChain(Resource.create(certificate)).build())
              .build()
              .certChain();
      if (!read.isEmpty()) {
        return read;
      }
    } catch (RuntimeException e) {
      throw wrong(AccessSettings.TLS_CERT, certificate, reason(e));
    }
    throw wrong(AccessSettings.TLS_CERT, certificate, "there is no certificate in it");
  }

  private PrivateKey privateKey() {
    try {
      return Keys.builder()
          .pem(PemKeys.builder().key(Resource.create(key)).build())
          .build()
          .privateKey()
          .orElseThrow(() -> new IllegalArgumentException("there is no private key in it"));
    } catch (RuntimeException e) {
      throw wrong(AccessSettings.TLS_KEY, key, reason(e));
    }
  }

  private static boolean belongTogether(PublicKey open, PrivateKey secret) {
    try {
      var algorithm =
          switch (open.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> open.getAlgorithm();
          };
      var signature = Signature.getInstance(algorithm);
      signature.initSign(secret);
      var signed = signature.sign();
      signature.initVerify(open);
      return signature.verify(signed);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  private static String reason(RuntimeException e) {
    var cause = e.getCause() == null ? e : e.getCause();
    return cause.getClass().getSimpleName() + ": " + cause.getMessage();
  }

  private static SettingsException wrong(Setting<Path> setting, Path file, String reason) {
    return new SettingsException(
        List.of("%s=%s cannot be used: %s".formatted(setting.name(), file, reason)));
  }
}
