package dev.rota.server;

/** A RunMode is the part of the work that a node takes. */
public enum RunMode {
  /** The API, the scheduler and metrics; no jobs. */
  API,
  /** Jobs and metrics; no API. */
  WORKER,
  /** Everything. */
  BOTH;

  public boolean servesApi() {
    return this != WORKER;
  }

  public boolean runsJobs() {
    return this != API;
  }
}
