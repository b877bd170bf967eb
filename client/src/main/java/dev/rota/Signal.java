package dev.rota;

/** A Signal is what a worker must be told of an execution it runs. */
public record Signal(long job, long fence, Kind kind) {
  /** What the worker should do. */
  public enum Kind {
    /** Somebody cancelled the job: stop, and report it cancelled. */
    CANCEL,
    /** The lease is gone: stop, and report nothing. */
    LOST
  }
}
