package dev.rota.remote;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;

/** Lines are texts as one stream of bytes, each ended by a line feed, made when they are read. */
final class Lines extends InputStream {
  private final Iterator<String> texts;
  private byte[] line = {};
  private int at;

  Lines(Iterator<String> texts) {
    this.texts = texts;
  }

  @Override
  public int read() {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int from, int most) {
    int count = 0;
    while (count < most && fill()) {
      int part = Math.min(most - count, line.length - at);
      System.arraycopy(line, at, bytes, from + count, part);
      at += part;
      count += part;
    }
    return count == 0 && most > 0 ? -1 : count;
  }

  private boolean fill() {
    if (at == line.length && texts.hasNext()) {
      line = (texts.next() + "\n").getBytes(StandardCharsets.UTF_8);
      at = 0;
    }
    return at < line.length;
  }
}
