package dev.rota.crawler;

import java.io.OutputStream;
import java.util.concurrent.CountDownLatch;

/** A Hold is where an answer stays that never comes. */
final class Hold extends OutputStream {
  static final Hold OUT = new Hold();

  private Hold() {}

  @Override
  public void write(int b) {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
