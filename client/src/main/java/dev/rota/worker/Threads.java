package dev.rota.worker;

import org.jspecify.annotations.Nullable;

/**
 * A Threads starts threads for handlers: virtual ones, or of the system's where they are measured,
 * as the JVM cannot tell what a virtual thread takes. They inherit nothing from the thread that
 * starts them, which may have just run another job, and see the classes that the worker's maker
 * saw.
 */
record Threads(@Nullable ClassLoader loader) {
  static Threads ofCaller() {
    return new Threads(Thread.currentThread().getContextClassLoader());
  }

  void start(String name, Runnable body) {
    start(Thread.ofVirtual(), name, body);
  }

  void startMeasured(String name, Runnable body) {
    start(Thread.ofPlatform().daemon(), name, body);
  }

  private void start(Thread.Builder kind, String name, Runnable body) {
    Thread thread = kind.name(name).inheritInheritableThreadLocals(false).unstarted(body);
    thread.setContextClassLoader(loader);
    thread.start();
  }
}
