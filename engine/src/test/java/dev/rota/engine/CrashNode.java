package dev.rota.engine;

import dev.rota.worker.DoNotRetry;
import dev.rota.worker.Worker;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * A CrashNode is an engine and a worker whose jobs take a few milliseconds, in this process or in
 * one of their own that is there to be killed.
 */
final class CrashNode implements AutoCloseable {
  static final String KIND = "work";

  /** A kind whose jobs fail for good if their payload says so. */
  static final String STEP = "step";

  static final Duration LEASE = Duration.ofSeconds(2);
  private static final long TAKES_NANOS = 3_000_000;

  final Engine engine;
  final Worker worker;
  private final AtomicLong done = new AtomicLong();

  private CrashNode(String name, String url, String user, String password, int slots) {
    engine =
        Engine.start(
            url,
            user,
            password,
            EngineOptions.builder().name(name).lease(LEASE).quarantineAfter(1_000).build(),
            EngineEvents.NONE);
    worker =
        Worker.on(engine.source())
            .queue("default", slots)
            .run(
                KIND,
                job -> {
                  LockSupport.parkNanos(TAKES_NANOS);
                  tell(done.incrementAndGet());
                })
            .run(
                STEP,
                job -> {
                  LockSupport.parkNanos(TAKES_NANOS);
                  tell(done.incrementAndGet());
                  if (job.payload().contains("bad")) {
                    throw new DoNotRetry("asked to");
                  }
                })
            .start();
  }

  static CrashNode start(String name, String url, String user, String password) {
    return new CrashNode(name, url, user, password, 20);
  }

  private static void tell(long done) {
    if (done % 100 == 0) {
      System.out.println("done " + done);
    }
  }

  long done() {
    return done.get();
  }

  @Override
  public void close() {
    worker.close();
    engine.close();
  }

  /** Runs until it is killed: name, address, user, password. */
  public static void main(String[] args) throws InterruptedException {
    CrashNode node = start(args[0], args[1], args[2], args[3]);
    System.out.println("started as worker " + node.engine.node().worker());
    new CountDownLatch(1).await();
  }
}
