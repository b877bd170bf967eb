package dev.rota.server.webhooks;

import dev.rota.engine.webhooks.WebhookSecret;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A Signature lets a receiver know who sent a message and that nobody changed it, by the convention
 * of Standard Webhooks: HMAC-SHA256 over the id, the time and the body.
 */
final class Signature {
  private static final String ALGORITHM = "HmacSHA256";

  private Signature() {}

  /** The value of the header {@code webhook-signature}: one part for each secret. */
  static String of(List<WebhookSecret> secrets, String message, long seconds, String body) {
    byte[] signed = (message + "." + seconds + "." + body).getBytes(StandardCharsets.UTF_8);
    return secrets.stream()
        .map(secret -> "v1," + Base64.getEncoder().encodeToString(mac(secret, signed)))
        .collect(Collectors.joining(" "));
  }

  private static byte[] mac(WebhookSecret secret, byte[] signed) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(secret.key(), ALGORITHM));
      return mac.doFinal(signed);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
