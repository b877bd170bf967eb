package dev.rota.server;

/** A LogLevel is how important a line of the log must be to be written. */
public enum LogLevel {
  ERROR,
  WARN,
  INFO,
  DEBUG
}
