package dev.rota.engine.operations;

import dev.rota.engine.Engine;
import dev.rota.engine.EngineEvents;
import dev.rota.engine.EngineOptions;
import java.util.concurrent.CountDownLatch;

/** An OperationNode works operations off in a process of its own that is there to be killed. */
final class OperationNode implements AutoCloseable {
  private static final int SMALL = 20;

  final Engine engine;
  final Operations operations;

  OperationNode(String name, String url, String user, String password) {
    engine =
        Engine.start(
            url, user, password, EngineOptions.builder().name(name).build(), EngineEvents.NONE);
    operations = Operations.start(engine, new OperationOptions(SMALL, 0));
  }

  @Override
  public void close() {
    operations.close();
    engine.close();
  }

  /** Runs until it is killed: name, address, user, password. */
  public static void main(String[] args) throws InterruptedException {
    new OperationNode(args[0], args[1], args[2], args[3]);
    System.out.println("started");
    new CountDownLatch(1).await();
  }
}
