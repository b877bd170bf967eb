package dev.rota.server.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.rota.InvalidInput;
import dev.rota.RotaException;
import dev.rota.SourceUnavailable;
import io.helidon.webserver.http.ServerResponse;
import org.jspecify.annotations.Nullable;

/**
 * A Problem is an error as callers get it, {@code application/problem+json}: a stable code, and for
 * wrong input the field and the rule.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Problem(
    String type,
    String title,
    int status,
    String code,
    String detail,
    @Nullable String field,
    @Nullable String rule) {

  public static Problem of(RotaException e) {
    int status = status(e);
    return new Problem(
        "about:blank",
        title(status),
        status,
        e.code(),
        String.valueOf(e.getMessage()),
        e instanceof InvalidInput wrong ? wrong.field() : null,
        e instanceof InvalidInput wrong ? wrong.rule() : null);
  }

  public static Problem of(int status, String code, String detail) {
    return new Problem("about:blank", title(status), status, code, detail, null, null);
  }

  public void send(ServerResponse response) {
    JsonAnswer.send(response, status, "application/problem+json", this);
  }

  private static int status(RotaException e) {
    if (e instanceof SourceUnavailable) {
      return 503;
    }
    return switch (e.code()) {
      case "invalid-input" -> 400;
      case "forbidden" -> 403;
      case "not-found" -> 404;
      case "too-large" -> 413;
      case "database" -> 500;
      default -> 409;
    };
  }

  private static String title(int status) {
    return switch (status) {
      case 400 -> "The request is not as it should be";
      case 401 -> "Say who you are";
      case 403 -> "You may not do that";
      case 404 -> "There is no such thing";
      case 405 -> "That cannot be done there";
      case 409 -> "That cannot be done now";
      case 413 -> "The request is too large";
      case 415 -> "The body is of another kind";
      case 421 -> "The server is not known by that name";
      case 429 -> "That is too fast";
      case 503 -> "Something that is needed is away";
      default -> "Something went wrong here";
    };
  }
}
