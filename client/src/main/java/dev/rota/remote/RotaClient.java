package dev.rota.remote;

import dev.rota.InvalidInput;
import dev.rota.Job;
import dev.rota.JobSource;
import dev.rota.NewJob;
import dev.rota.RotaException;
import java.io.InputStream;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A RotaClient speaks with a server over HTTP: it enqueues and controls jobs, and gives workers a
 * source of jobs. Errors are those of the engine: {@link InvalidInput} and {@link RotaException}
 * with the same codes, and {@link dev.rota.SourceUnavailable} when nobody answers.
 *
 * <pre>{@code
 * RotaClient rota = RotaClient.connect("https://rota.example.org", token);
 * rota.enqueue(NewJob.of("greet", "{\"name\": \"Ada\"}"));
 * Worker worker = Worker.on(rota.source()).handle("greet", job -> greet(job.payload())).start();
 * }</pre>
 */
public final class RotaClient {
  private static final String LOCAL = "http://127.0.0.1:8060";
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final Duration LONG = Duration.ofHours(1);
  private static final String JOBS = "/api/v1/jobs";

  private final Http http;

  private RotaClient(Http http) {
    this.http = http;
  }

  /**
   * @param token what the server asks for, or null if it asks for nothing
   */
  public static RotaClient connect(String url, @Nullable String token) {
    return new RotaClient(new Http(url, token));
  }

  /** The server that {@code ROTA_URL} names, else the one on this machine; {@code ROTA_TOKEN}. */
  public static RotaClient fromEnvironment() {
    String url = System.getenv("ROTA_URL");
    return connect(url == null ? LOCAL : url, System.getenv("ROTA_TOKEN"));
  }

  /**
   * An Enqueued is the answer to an enqueue: the job's id, and whether that job was there already.
   */
  public record Enqueued(long job, boolean duplicate) {}

  /** Stores a job. With an idempotency key, repeating a call without an answer is safe. */
  public Enqueued enqueue(NewJob job) {
    Tree stored = http.post(JOBS, Bodies.job(single(job)), SOON, "X-Rota-Actor", job.createdBy());
    return new Enqueued(Answers.id(stored.at("id")), stored.at("duplicate").isTrue());
  }

  /**
   * Stores all jobs of a stream, or none; they are not held in memory. Returns how many are new.
   */
  public long enqueueAll(Stream<NewJob> jobs) {
    InputStream lines = new Lines(jobs.map(RotaClient::single).map(Bodies::job).iterator());
    Tree stored =
        http.await(
            http.send(
                "POST",
                JOBS + "/bulk",
                BodyPublishers.ofInputStream(() -> lines),
                "application/x-ndjson",
                LONG));
    return Long.parseLong(stored.at("enqueued").raw());
  }

  public Optional<Job> get(long id) {
    try {
      return Optional.of(Answers.job(http.get(JOBS + "/" + id)));
    } catch (RotaException e) {
      if (e.code().equals("not-found")) {
        return Optional.empty();
      }
      throw e;
    }
  }

  public Job cancel(long id) {
    return control(id, "cancel");
  }

  public Job pause(long id) {
    return control(id, "pause");
  }

  public Job resume(long id) {
    return control(id, "resume");
  }

  public Job retry(long id) {
    return control(id, "retry");
  }

  private Job control(long id, String verb) {
    return Answers.job(http.post(JOBS + "/" + id + "/" + verb, "", SOON));
  }

  /** Jobs for a worker in this process. */
  public JobSource source() {
    return source(RemoteOptions.standard());
  }

  /** Jobs for a worker in this process that presents itself so. */
  public JobSource source(RemoteOptions options) {
    return new RemoteSource(http, options);
  }

  /**
   * Asks for anything else that the API has.
   *
   * @param path with its query, as in {@code /api/v1/queues}
   * @param json the body, or null if there is none
   * @param actor who asks, for the audit trail of a server that does not find out for itself
   */
  public Tree ask(String method, String path, @Nullable String json, String actor) {
    BodyPublisher body = json == null ? BodyPublishers.noBody() : BodyPublishers.ofString(json);
    return http.await(
        http.send(method, path, body, "application/json", SOON, "X-Rota-Actor", actor));
  }

  /**
   * Hands on the lines of a stream, as of {@code /api/v1/events/stream}, until it ends.
   *
   * @param lastEventId the last that is known already, or null to begin with what comes
   */
  public void follow(String path, @Nullable String lastEventId, Consumer<String> line) {
    http.follow(path, lastEventId, line);
  }

  private static NewJob single(NewJob job) {
    if (job.schedule() != null) {
      throw new InvalidInput(
          "schedule", job.schedule(), "goes without HTTP: the server makes them");
    }
    return job;
  }
}
