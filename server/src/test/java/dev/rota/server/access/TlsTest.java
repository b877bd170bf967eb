package dev.rota.server.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rota.server.SettingsException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.CertificateFactory;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsTest {
  private static final String TOKEN = "0123456789abcdef";

  @TempDir private Path folder;

  @BeforeEach
  void needsOpenssl() throws Exception {
    assumeTrue(
        new ProcessBuilder("bash", "-c", "command -v openssl").start().waitFor() == 0,
        "openssl is needed to make certificates");
  }

  @Test
  void the_server_speaks_tls_with_keys_of_both_sorts() throws Exception {
    for (String sort : new String[] {"rsa:2048", "ec -pkeyopt ec_paramgen_curve:P-256"}) {
      make("a", sort);
      try (Served served = Served.start(settings("a.crt", "a.key"))) {
        assertThat(served.server().url()).startsWith("https://127.0.0.1:");
        HttpClient client = HttpClient.newBuilder().sslContext(trusting("a.crt")).build();
        assertThat(served.me(client, TOKEN).statusCode()).isEqualTo(200);
      }
    }
  }

  @Test
  void wrong_files_are_named() throws Exception {
    make("a", "rsa:2048");
    make("b", "rsa:2048");
    Files.writeString(folder.resolve("nonsense"), "nonsense");
    assertRefused("ROTA_TLS_CERT=", "missing", "a.key");
    assertRefused("ROTA_TLS_CERT=", "nonsense", "a.key");
    assertRefused("ROTA_TLS_KEY=", "a.crt", "missing");
    assertRefused("ROTA_TLS_KEY=", "a.crt", "nonsense");
    assertRefused("it is not the key of the certificate", "a.crt", "b.key");
  }

  private void assertRefused(String message, String certificate, String key) {
    assertThatThrownBy(() -> Served.start(settings(certificate, key)))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining(message)
        .hasMessageContaining("cannot be used");
  }

  private Map<String, String> settings(String certificate, String key) {
    return Map.of(
        "ROTA_TLS_CERT",
        folder.resolve(certificate).toString(),
        "ROTA_TLS_KEY",
        folder.resolve(key).toString(),
        "ROTA_AUTH",
        "token",
        "ROTA_TOKEN",
        TOKEN);
  }

  private void make(String name, String sort) throws Exception {
    String command =
        "openssl req -x509 -nodes -newkey %s -keyout %s.key -out %s.crt -days 2 -subj /CN=localhost -addext subjectAltName=IP:127.0.0.1"
            .formatted(sort, name, name);
    Process process =
        new ProcessBuilder("bash", "-c", command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .start();
    String said =
        new String(
            process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
  }

  private SSLContext trusting(String certificate) throws Exception {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    try (InputStream in = Files.newInputStream(folder.resolve(certificate))) {
      store.setCertificateEntry(
          "server", CertificateFactory.getInstance("X.509").generateCertificate(in));
    }
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), new SecureRandom());
    return context;
  }
}
