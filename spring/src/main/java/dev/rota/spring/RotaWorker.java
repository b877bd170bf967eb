package dev.rota.spring;

import dev.rota.engine.Engine;
import dev.rota.worker.Worker;
import dev.rota.worker.WorkerBuilder;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;

/**
 * A RotaWorker runs the jobs whose handlers are beans. It starts when every bean is there, and
 * stops before the first of them goes: what runs may finish.
 */
final class RotaWorker implements SmartLifecycle {
  private final Engine engine;
  private final HandlerMethods handlers;
  private final RotaProperties properties;
  private volatile @Nullable Worker worker;

  RotaWorker(Engine engine, HandlerMethods handlers, RotaProperties properties) {
    this.engine = engine;
    this.handlers = handlers;
    this.properties = properties;
  }

  @Override
  public synchronized void start() {
    if (worker == null) {
      WorkerBuilder builder = Worker.on(engine.source()).drainDeadline(properties.drain());
      properties.queues().forEach(builder::queue);
      if (handlers.addTo(builder) > 0) {
        worker = builder.start();
      }
    }
  }

  @Override
  public synchronized void stop() {
    Worker running = worker;
    worker = null;
    if (running != null) {
      running.close();
    }
  }

  @Override
  public boolean isRunning() {
    return worker != null;
  }
}
