package dev.rota.cli;

import dev.rota.Json;
import dev.rota.remote.Members;
import dev.rota.remote.PublicId;
import dev.rota.remote.Tree;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A ChangeCommand changes what a job was told; what is not named stays as it is. */
@Command(
    name = "change",
    description = "Changes a job that has not ended: priority, retries, timeout, payload.",
    mixinStandardHelpOptions = true)
final class ChangeCommand implements Callable<Integer> {
  @Mixin private final Client client = new Client();

  @Parameters(index = "0", paramLabel = "ID", description = "The job.")
  @SuppressWarnings("NullAway.Init") // Set by picocli.
  private String id;

  @Option(names = "--priority", paramLabel = "N", description = "0 to 100.")
  private @Nullable Integer priority;

  @Option(names = "--max-retries", paramLabel = "N", description = "How often it is tried again.")
  private @Nullable Integer maxRetries;

  @Option(
      names = "--retry-backoff",
      paramLabel = "SECONDS",
      description = "How long before the first retry; it doubles with each.")
  private @Nullable Integer retryBackoff;

  @Option(names = "--timeout", paramLabel = "SECONDS", description = "How long a run may take.")
  private @Nullable Double timeout;

  @Option(names = "--payload", paramLabel = "JSON", description = "Its input.")
  private @Nullable String payload;

  ChangeCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    if (payload != null) {
      Json.check("payload", payload);
    }
    return client.run((api, out) -> {
      Tree job = api.put(Route.to("jobs", id), body());
      if (out.isJson()) {
        out.json(job);
      } else {
        out.line(
            "%s has priority %s and up to %s retries"
                .formatted(
                    PublicId.shortened(job.at("id").text()),
                    job.at("priority").raw(),
                    job.at("max_retries").raw()));
      }
      return Exit.OK;
    });
  }

  private String body() {
    return new Members()
        .put("priority", priority)
        .put("max_retries", maxRetries)
        .put("retry_backoff_seconds", retryBackoff)
        .put("timeout_seconds", timeout)
        .raw("payload", payload)
        .toString();
  }
}
