package dev.rota;

/**
 * A RotaException is a refusal or a fault that a caller may want to tell apart by its stable code.
 */
public class RotaException extends RuntimeException {
  private final String code;

  public RotaException(String code, String message) {
    super(message);
    this.code = code;
  }

  public RotaException(String code, String message, Throwable cause) {
    super(message, cause);
    this.code = code;
  }

  /** The stable code of this error, in kebab case; it never changes once published. */
  public final String code() {
    return code;
  }
}
