package dev.rota;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A Lease is the right to run one execution of a job, and all that a worker needs to do so.
 *
 * @param fence the token that every report must present; it is also the execution's id
 * @param attempt the number of this execution within the job, from 1
 * @param parents what the jobs that it depends on gave: a JSON object with their results, by the
 *     names they had in their graph or else by their ids as the API shows them
 * @param limits how much the execution may take
 * @param retries how often the job was tried again since it was enqueued or retried by hand
 */
public record Lease(
    long job,
    long fence,
    String kind,
    String queue,
    String payload,
    int attempt,
    int retries,
    int maxRetries,
    int priority,
    @Nullable Duration timeout,
    List<String> tags,
    String metadata,
    @Nullable String trace,
    Instant startedAt,
    String parents,
    Limits limits) {

  /** Of a job that depends on no others and may take as much as it likes. */
  public Lease(
      long job,
      long fence,
      String kind,
      String queue,
      String payload,
      int attempt,
      int retries,
      int maxRetries,
      int priority,
      @Nullable Duration timeout,
      List<String> tags,
      String metadata,
      @Nullable String trace,
      Instant startedAt) {
    this(
        job,
        fence,
        kind,
        queue,
        payload,
        attempt,
        retries,
        maxRetries,
        priority,
        timeout,
        tags,
        metadata,
        trace,
        startedAt,
        "{}",
        Limits.NONE);
  }
}
