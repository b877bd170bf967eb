package dev.rota.server.dashboard;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;

/** A Digest names content by what it is. */
final class Digest {
  private Digest() {}

  static String hex(byte[] content, int digits) {
    return HexFormat.of().formatHex(sha256(content)).substring(0, digits);
  }

  /** As a content security policy names a script that stands in the page. */
  static String source(byte[] content) {
    return "'sha256-" + Base64.getEncoder().encodeToString(sha256(content)) + "'";
  }

  private static byte[] sha256(byte[] content) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(content);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
