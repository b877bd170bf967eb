package dev.rota.server;

/** A LogFormat is how a line of the log is written. */
public enum LogFormat {
  TEXT,
  JSON
}
