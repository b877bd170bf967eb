package dev.rota.crawler;

import java.time.Duration;

/** A Timer is the time in which a crawler waits. */
interface Timer {
  Timer REAL =
      new Timer() {
        @Override
        public long nanos() {
          return System.nanoTime();
        }

        @Override
        public void sleep(Duration length) throws InterruptedException {
          Thread.sleep(length);
        }
      };

  long nanos();

  void sleep(Duration length) throws InterruptedException;
}
