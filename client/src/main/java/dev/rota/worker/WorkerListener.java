package dev.rota.worker;

import dev.rota.InvalidInput;
import dev.rota.Lease;
import dev.rota.Outcome;
import dev.rota.Report;
import java.time.Duration;

/**
 * A WorkerListener is told what a worker does. Calls come from the worker's own threads and should
 * return soon; what they throw is logged and changes nothing.
 */
public interface WorkerListener {
  /** A handler is about to be called. */
  default void started(Lease lease) {}

  /** An execution has ended; its report is on its way, or in the handler's own transaction. */
  default void finished(Lease lease, Outcome outcome, Duration took) {}

  /** An execution lost its lease, so its handler was told to stop and nothing is reported. */
  default void lost(Lease lease) {}

  /** A job was given back before its handler was called. */
  default void released(Lease lease) {}

  /** A report came too late: the lease had ended, and nothing was changed. */
  default void fenced(Report report) {}

  /** The source refused a report as invalid, so that its job fails instead. */
  default void refused(Report report, InvalidInput reason) {}

  /** The source does not answer; told once per outage. */
  default void sourceUnavailable(Throwable reason) {}

  /** The source answers again. */
  default void sourceAvailable(Duration outage) {}
}
