package dev.rota.server;

/** An Authentication is how callers over HTTP prove who they are. */
public enum Authentication {
  /** They do not; only for a server that nobody else can reach. */
  NONE,
  /** By a secret that they share with the server. */
  TOKEN
}
