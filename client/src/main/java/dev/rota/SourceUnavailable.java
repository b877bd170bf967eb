package dev.rota;

/**
 * A SourceUnavailable says that the database or server could not be reached; trying again may help.
 */
public final class SourceUnavailable extends RotaException {
  public SourceUnavailable(String message, Throwable cause) {
    super("source-unavailable", message, cause);
  }
}
