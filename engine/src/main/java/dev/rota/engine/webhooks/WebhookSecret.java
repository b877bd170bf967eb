package dev.rota.engine.webhooks;

import dev.rota.InvalidInput;
import java.security.SecureRandom;
import java.util.Base64;

/**
 * A WebhookSecret is the key that signs what is sent to a webhook, written as the convention of
 * Standard Webhooks has it. It is stored as it is: to sign, a node has to know it.
 */
public record WebhookSecret(String text) {
  public static final String PREFIX = "whsec_";
  private static final int BYTES = 32;
  private static final int LEAST = 24;
  private static final int MOST = 64;
  private static final SecureRandom RANDOM = new SecureRandom();

  /** Refuses what is no such secret, without showing it. */
  public WebhookSecret {
    byte[] key = decoded(text);
    if (key.length < LEAST || key.length > MOST) {
      throw new InvalidInput(
          "secret",
          "…",
          "must be " + PREFIX + " and " + LEAST + " to " + MOST + " bytes in base64");
    }
  }

  static WebhookSecret random() {
    byte[] bytes = new byte[BYTES];
    RANDOM.nextBytes(bytes);
    return new WebhookSecret(PREFIX + Base64.getEncoder().encodeToString(bytes));
  }

  /** What signs. */
  public byte[] key() {
    return decoded(text);
  }

  private static byte[] decoded(String text) {
    try {
      return text.startsWith(PREFIX)
          ? Base64.getDecoder().decode(text.substring(PREFIX.length()))
          : new byte[0];
    } catch (IllegalArgumentException e) {
      return new byte[0];
    }
  }

  /** Not the secret, which would end up in logs. */
  @Override
  public String toString() {
    return PREFIX + "…";
  }
}
