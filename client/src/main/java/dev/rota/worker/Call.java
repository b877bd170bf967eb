package dev.rota.worker;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A Call is one call of a handler, on a thread of its own: for one execution, or for a batch of
 * them. It takes one slot until all of its executions are settled.
 */
final class Call implements Runnable {
  final Lane lane;
  final List<Execution> executions;

  /** When it took its slot. */
  final long assignedAt;

  /** Executions not yet settled; guarded by the board's lock. */
  int open;

  private volatile boolean begun;
  private volatile long begunAt;
  private @Nullable Thread thread;
  private boolean interrupted;

  Call(Lane lane, List<Execution> executions, long now) {
    this.lane = lane;
    this.executions = executions;
    this.assignedAt = now;
    this.open = executions.size();
  }

  void start() {
    try {
      executions.getFirst().startThread(this);
    } catch (RuntimeException | Error e) {
      executions.forEach(execution -> execution.returned(null, e));
    }
  }

  @Override
  public void run() {
    begin();
    String result = null;
    Throwable thrown = null;
    try {
      result = handle();
    } catch (Throwable e) {
      thrown = e;
    }
    tellUsage();
    end();
    for (Execution execution : executions) {
      execution.returned(result, thrown);
    }
  }

  private @Nullable String handle() throws Exception {
    for (Execution execution : executions) {
      execution.started();
    }
    switch (lane.target) {
      case Target.Single single -> {
        return single.handler().handle(executions.getFirst().context);
      }
      case Target.Batched batched -> {
        batched.handler().handle(jobs());
        return null;
      }
    }
  }

  private List<BatchJob> jobs() {
    return executions.stream().<BatchJob>map(execution -> execution.context).toList();
  }

  /** Interrupts the handler if none of its executions should go on. */
  void interruptIfStopped() {
    for (Execution execution : executions) {
      if (!execution.isOver()) {
        return;
      }
    }
    synchronized (this) {
      interrupted = true;
      if (thread != null) {
        thread.interrupt();
      }
    }
  }

  boolean isMeasured() {
    for (Execution execution : executions) {
      if (execution.isMeasured()) {
        return true;
      }
    }
    return false;
  }

  /** What its thread has taken; null if that is not known, or the handler has ended. */
  @Nullable Gauge gauge() {
    Thread now;
    synchronized (this) {
      now = thread;
    }
    return now == null || now.isVirtual() ? null : Gauge.of(now);
  }

  /** Of a batch, all of its jobs are told what the call took. */
  private void tellUsage() {
    Gauge taken = gauge();
    if (taken != null) {
      executions.forEach(execution -> execution.tellUsage(taken));
    }
  }

  /** Where the handler is now, for the record of a timeout. */
  @Nullable String stackTrace() {
    Thread now;
    synchronized (this) {
      now = thread;
    }
    if (now == null) {
      return null;
    }
    StringBuilder text = new StringBuilder("The handler was here when it had to end:\n");
    for (StackTraceElement frame : now.getStackTrace()) {
      text.append("\tat ").append(frame).append('\n');
    }
    return text.toString();
  }

  /** For how long the handler has run; it may wait for a processor before it does. */
  long ranFor(long now) {
    return begun ? now - begunAt : 0;
  }

  private synchronized void begin() {
    begunAt = System.nanoTime();
    begun = true;
    thread = Thread.currentThread();
    if (interrupted) {
      thread.interrupt();
    }
  }

  /** From here on nobody interrupts this thread, which has the worker's own work to do. */
  @SuppressWarnings("ReturnValueIgnored")
  private void end() {
    synchronized (this) {
      thread = null;
    }
    Thread.interrupted();
  }
}
