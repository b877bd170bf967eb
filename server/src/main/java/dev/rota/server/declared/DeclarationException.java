package dev.rota.server.declared;

import dev.rota.RotaException;

/** A DeclarationException says what is wrong in a file, and where. */
public final class DeclarationException extends RotaException {
  private static final long serialVersionUID = 1;

  DeclarationException(String file, int line, String message) {
    super("invalid-declaration", file + (line > 0 ? ", line " + line : "") + ": " + message);
  }
}
