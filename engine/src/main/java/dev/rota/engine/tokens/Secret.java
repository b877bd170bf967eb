package dev.rota.engine.tokens;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;

/**
 * A Secret is what a bearer of a token shows: 256 random bits behind a word by which people and
 * scanners of repositories know it. One SHA-256 is enough to store it: a slow hash protects what
 * can be guessed, and this cannot.
 */
public record Secret(String text) {
  public static final String PREFIX = "rota_";
  private static final int BYTES = 32;
  private static final int HINT = PREFIX.length() + 4;
  private static final SecureRandom RANDOM = new SecureRandom();

  static Secret random() {
    byte[] bytes = new byte[BYTES];
    RANDOM.nextBytes(bytes);
    return new Secret(PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
  }

  public String hash() {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  String hint() {
    return text.substring(0, HINT);
  }

  /** Not the secret, which would end up in logs. */
  @Override
  public String toString() {
    return hint() + "…";
  }
}
