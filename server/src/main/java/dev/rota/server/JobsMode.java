package dev.rota.server;

/** A JobsMode is whether plans make jobs, or something outside does. */
public enum JobsMode {
  PGBOSS,
  CRON
}
