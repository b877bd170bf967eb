package dev.rota;

import java.util.Locale;

/** A JobState is where a job stands in its life. */
public enum JobState {
  /** May run now. */
  PENDING,
  /** Due later: a delayed start or the wait before a retry. */
  SCHEDULED,
  /** An execution of it holds a lease. */
  RUNNING,
  /** Held until somebody resumes it. */
  PAUSED,
  COMPLETED,
  FAILED,
  CANCELLED;

  /** Whether the job has ended; only a retry by hand leaves such a state. */
  public boolean isTerminal() {
    return this == COMPLETED || this == FAILED || this == CANCELLED;
  }

  /** The name used in the database, in JSON and in the documents. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static JobState of(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }
}
