package dev.rota.server.access;

import dev.rota.InvalidInput;
import dev.rota.RotaException;
import dev.rota.server.Patience;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/**
 * A BoundedStream is a body that must not be too long, nor too long in coming, and come whole. A
 * caller that sends a little now and then is waited for no longer than one that sends slowly.
 */
final class BoundedStream extends FilterInputStream {
  private static final long SKIPPED = 1 << 20;

  /** The fewest bytes that must come in a second of waiting, once patience is used up. */
  private static final long SLOWEST = 1_000;

  private final long most;
  private final Patience patience;
  private long read;
  private long waitedNanos;
  private boolean over;
  private boolean broken;

  BoundedStream(InputStream in, long most, Patience patience) {
    super(in);
    this.most = most;
    this.patience = patience;
  }

  /** Whether nothing more will come. */
  boolean isOver() {
    return over;
  }

  /** What is broken cannot be read to its end. */
  @Override
  public void close() throws IOException {
    if (!broken) {
      super.close();
    }
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
  }

  @Override
  public int read(byte[] bytes, int from, int length) throws IOException {
    int some = next(bytes, from, length);
    over = some < 0;
    read += Math.max(0, some);
    if (read > most) {
      skipSome(bytes);
      broken = true;
      throw new RotaException("too-large", "the body must be at most " + most + " bytes");
    }
    return some;
  }

  /** A caller that is still sending does not hear of the refusal; most are done soon. */
  private void skipSome(byte[] bytes) throws IOException {
    long until = read + SKIPPED;
    while (!over && read < until) {
      int some = next(bytes, 0, bytes.length);
      over = some < 0;
      read += Math.max(0, some);
    }
  }

  /** For how long the rest is waited for, considering what came in the time that was waited. */
  private Duration left() {
    return patience.most().plusMillis(read * 1_000 / SLOWEST).minusNanos(waitedNanos);
  }

  private int next(byte[] bytes, int from, int length) throws IOException {
    long since = System.nanoTime();
    Patience.Wait wait = patience.begin(left());
    try {
      return in.read(bytes, from, length);
    } catch (RotaException e) {
      throw e;
    } catch (RuntimeException e) {
      // Chunks that are none, and an end before the end: the server tells them in many ways.
      broken = true;
      InvalidInput refusal = new InvalidInput("body", "", "must come whole and in time");
      refusal.initCause(e);
      throw refusal;
    } finally {
      wait.end();
      waitedNanos += System.nanoTime() - since;
    }
  }
}
