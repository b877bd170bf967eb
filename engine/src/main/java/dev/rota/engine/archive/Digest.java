package dev.rota.engine.archive;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A Digest is the checksum of lines. */
final class Digest {
  private final MessageDigest sha = sha();

  /** Adds a line and gives its bytes, with the end of the line. */
  byte[] add(String line) {
    byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
    sha.update(bytes);
    return bytes;
  }

  /** The checksum; the digest starts anew. */
  String hex() {
    return HexFormat.of().formatHex(sha.digest());
  }

  private static MessageDigest sha() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
