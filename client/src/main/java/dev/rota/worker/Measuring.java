package dev.rota.worker;

/** A Measuring is when a worker measures what the executions of a handler take. */
public enum Measuring {
  /** Those with limits: they run on threads of the system's, which the JVM can measure. */
  WHERE_LIMITED,

  /** All of them. */
  ALWAYS,

  /** None: the handler measures, and keeps the limits, itself. */
  BY_HANDLER
}
