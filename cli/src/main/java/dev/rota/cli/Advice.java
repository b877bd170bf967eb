package dev.rota.cli;

import dev.rota.RotaException;
import dev.rota.SourceUnavailable;
import dev.rota.postgres.PostgresException;
import dev.rota.server.SettingsException;
import org.jspecify.annotations.Nullable;

/**
 * Advice is what a person is told about a failure: what happened, and what to do about it.
 *
 * @param exit what the program ends with
 */
record Advice(String text, int exit) {

  /** Null if nobody but a programmer can do something. */
  static @Nullable Advice of(Exception failure) {
    String told = String.valueOf(failure.getMessage());
    if (failure instanceof RotaException refusal) {
      return new Advice(told + next(refusal, told), Exit.of(refusal));
    }
    if (failure instanceof NodeDatabase.UnreachableException) {
      return new Advice(told, Exit.UNREACHABLE);
    }
    return failure instanceof SettingsException || failure instanceof PostgresException
        ? new Advice(told, Exit.FAILED)
        : null;
  }

  private static String next(RotaException refusal, String told) {
    if (refusal instanceof SourceUnavailable && told.contains("does not answer")) {
      return """

      Is it running? Start it with ./rota up, or set ROTA_URL to where it is.
      Without a server: --database URL, or --database embedded for the one of ./rota up.\
      """;
    }
    return switch (refusal.code()) {
      case "unauthorized" -> ".\nSet ROTA_TOKEN to a token; ./rota token create makes one.";
      case "forbidden" ->
          ".\nSet ROTA_TOKEN to a token of a role that may; ./rota token create makes one.";
      default -> "";
    };
  }
}
