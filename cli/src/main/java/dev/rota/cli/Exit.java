package dev.rota.cli;

import dev.rota.InvalidInput;
import dev.rota.RotaException;
import dev.rota.SourceUnavailable;

/** An Exit is the number with which the program ends, for scripts. */
final class Exit {
  static final int OK = 0;
  static final int FAILED = 1;
  static final int USAGE = 2;
  static final int NOT_FOUND = 3;
  static final int REFUSED = 4;
  static final int UNREACHABLE = 5;

  private Exit() {}

  /** What a refusal or an outage ends with. */
  static int of(RotaException failure) {
    if (failure instanceof SourceUnavailable) {
      return UNREACHABLE;
    }
    if (failure instanceof InvalidInput) {
      return USAGE;
    }
    return switch (failure.code()) {
      case "not-found" -> NOT_FOUND;
      case "database", "http", "invalid-declaration" -> FAILED;
      default -> REFUSED;
    };
  }
}
