package dev.rota.server;

/** An Authentication is how callers over HTTP prove who they are. */
public enum Authentication {
  /** They do not; only for a server that nobody else can reach. */
  NONE,
  /** By a secret: a token that an administrator made for them, or the one of the settings. */
  TOKEN,
  /** By a JWT that somebody signed whom the server trusts, or by a token. */
  JWT
}
