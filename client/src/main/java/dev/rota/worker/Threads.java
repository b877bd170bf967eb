package dev.rota.worker;

import org.jspecify.annotations.Nullable;

/**
 * A Threads starts virtual threads for handlers. They inherit nothing from the thread that starts
 * them, which may have just run another job, and see the classes that the worker's maker saw.
 */
record Threads(@Nullable ClassLoader loader) {
  static Threads ofCaller() {
    return new Threads(Thread.currentThread().getContextClassLoader());
  }

  void start(String name, Runnable body) {
    Thread thread =
        Thread.ofVirtual().name(name).inheritInheritableThreadLocals(false).unstarted(body);
    thread.setContextClassLoader(loader);
    thread.start();
  }
}
