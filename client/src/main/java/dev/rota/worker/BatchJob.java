package dev.rota.worker;

import org.jspecify.annotations.Nullable;

/** A BatchJob is one job of a batch, which may end before the others. */
public interface BatchJob extends JobContext {
  /** Ends this job well; what is said of it later is ignored. */
  void complete(@Nullable String result);

  /** Ends this job as if a handler of its own had thrown this. */
  void fail(Throwable error);
}
