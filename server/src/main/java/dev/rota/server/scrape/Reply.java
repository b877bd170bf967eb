package dev.rota.server.scrape;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.rota.server.http.JsonAnswer;
import io.helidon.webserver.http.ServerResponse;
import org.jspecify.annotations.Nullable;

/** A Reply is an answer in the shape that scrape workers know. */
sealed interface Reply {

  /**
   * Things went well.
   *
   * @param data null where there is nothing, which is told
   */
  record Success(
      boolean success,
      @Nullable Object data,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String message)
      implements Reply {}

  /**
   * Things did not go well.
   *
   * @param retry true if the same request may succeed at once
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Failure(boolean success, String error, @Nullable Boolean retry, @Nullable String details)
      implements Reply {}

  static Reply of(@Nullable Object data) {
    return new Success(true, data, null);
  }

  static Reply of(@Nullable Object data, String message) {
    return new Success(true, data, message);
  }

  static Reply failure(String error, @Nullable String details) {
    return new Failure(false, error, null, details);
  }

  /** Somebody else was faster: the caller should try again. */
  static Reply lostRace() {
    return new Failure(
        false, "Job was already claimed by another worker", true, "Try claiming again immediately");
  }

  static void send(ServerResponse response, int status, Object body) {
    JsonAnswer.send(response, status, body);
  }
}
