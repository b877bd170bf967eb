package dev.rota.engine.doctor;

/** Tells sizes to people. */
final class Bytes {
  private Bytes() {}

  static String shown(long bytes) {
    return bytes < 10L << 20 ? bytes / 1024 + " kB" : (bytes >> 20) + " MB";
  }
}
