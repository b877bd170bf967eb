package dev.rota;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An Outcome is how an execution ended, as its worker reports it. */
public sealed interface Outcome {
  /** It did its work; the result is JSON text. */
  record Completed(@Nullable String result) implements Outcome {
    public Completed {
      if (result != null) {
        Json.check("result", result);
      }
    }
  }

  /** It failed; what comes next is the retry policy's choice or the handler's own. */
  record Failed(String errorType, String error, @Nullable String stackTrace, Retry retry)
      implements Outcome {}

  /** It stopped because somebody cancelled the job. */
  record Cancelled() implements Outcome {}

  /** It never began: the job goes back as it was and no attempt is counted. */
  record Released() implements Outcome {}

  /** A Retry is what should follow a failure. */
  sealed interface Retry {
    /** As the job's policy says, while retries are left. */
    record ByPolicy() implements Retry {}

    /** Not at all: the job fails now. */
    record Never() implements Retry {}

    /** At this instant, while retries are left. */
    record At(Instant when) implements Retry {}

    /** After this long, while retries are left. */
    record After(Duration delay) implements Retry {}
  }
}
