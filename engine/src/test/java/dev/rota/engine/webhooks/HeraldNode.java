package dev.rota.engine.webhooks;

import dev.rota.engine.Engine;
import dev.rota.engine.EngineEvents;
import dev.rota.engine.EngineOptions;
import dev.rota.worker.Worker;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A HeraldNode works jobs off, makes deliveries and pretends to carry them out, in this process or
 * in one of its own that is there to be killed.
 */
final class HeraldNode implements AutoCloseable {
  static final String KIND = "work";

  final Engine engine;
  private final Worker worker;
  private final Herald herald;
  private final AtomicLong delivered = new AtomicLong();

  HeraldNode(String name, String url, String user, String password) {
    engine =
        Engine.start(
            url,
            user,
            password,
            EngineOptions.builder().name(name).lease(Duration.ofSeconds(2)).build(),
            EngineEvents.NONE);
    Deliveries deliveries = new Deliveries(engine);
    worker =
        Worker.on(engine.source())
            .queue("default", 20)
            .queue(Deliveries.QUEUE, 20)
            .run(KIND, job -> {})
            .run(
                Deliveries.KIND,
                job -> {
                  long id = Long.parseLong(job.payload().replaceAll("\\D", ""));
                  deliveries.note(id, Delivery.State.DELIVERED, 204, null);
                  if (delivered.incrementAndGet() % 50 == 0) {
                    System.out.println("delivered " + delivered.get());
                  }
                })
            .start();
    herald = Herald.start(engine, new PlainTelling(engine), Duration.ofDays(30));
  }

  @Override
  public void close() {
    herald.close();
    worker.close();
    engine.close();
  }

  /** Runs until it is killed: name, address, user, password. */
  public static void main(String[] args) throws InterruptedException {
    HeraldNode node = new HeraldNode(args[0], args[1], args[2], args[3]);
    System.out.println("started " + node.engine.leads());
    new CountDownLatch(1).await();
  }
}
