package dev.rota.postgres;

/**
 * A PostgresException is a reason why the embedded PostgreSQL could not be started or stopped, told
 * to a person.
 */
public class PostgresException extends RuntimeException {

  private static final long serialVersionUID = 1;

  PostgresException(String message) {
    super(message);
  }

  PostgresException(String message, Throwable cause) {
    super(message, cause);
  }
}
