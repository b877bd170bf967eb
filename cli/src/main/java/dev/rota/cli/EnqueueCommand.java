package dev.rota.cli;

import dev.rota.Json;
import dev.rota.remote.Members;
import dev.rota.remote.PublicId;
import dev.rota.remote.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** An EnqueueCommand stores one job and says its id. */
@Command(
    name = "enqueue",
    description = "Enqueues a job and prints its id.",
    mixinStandardHelpOptions = true)
final class EnqueueCommand implements Callable<Integer> {
  @Mixin private final Client client = new Client();
  @Mixin private final Filling filling = new Filling();

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "KIND",
      description = "What sort of work it is; a template may say so instead.")
  private @Nullable String kind;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "PAYLOAD",
      description = "Its input: JSON. Default: {}, or as the template says")
  private @Nullable String payload;

  @Option(names = "--queue", paramLabel = "NAME", description = "Default: default")
  private @Nullable String queue;

  @Option(names = "--priority", paramLabel = "N", description = "0 to 100. Default: 0")
  private @Nullable Integer priority;

  @Option(
      names = "--delay",
      paramLabel = "SECONDS",
      description = "Start it so many seconds from now at the earliest.")
  private @Nullable Double delay;

  @Option(
      names = "--run-at",
      paramLabel = "TIME",
      description = "Start it then at the earliest, as in 2026-01-31T08:00:00Z.")
  private @Nullable String runAt;

  @Option(names = "--max-retries", paramLabel = "N", description = "Default: as its queue says")
  private @Nullable Integer maxRetries;

  @Option(names = "--timeout", paramLabel = "SECONDS", description = "How long a run may take.")
  private @Nullable Double timeout;

  @Option(names = "--cpu", paramLabel = "SECONDS", description = "CPU time that a run may take.")
  private @Nullable Double cpu;

  @Option(names = "--memory", paramLabel = "MB", description = "Memory that a run may take.")
  private @Nullable Integer memory;

  @Option(names = "--unique", paramLabel = "KEY", description = "At most one live job per key.")
  private @Nullable String unique;

  @Option(names = "--key", paramLabel = "KEY", description = "Jobs of a key run one at a time.")
  private @Nullable String key;

  @Option(names = "--idempotency-key", paramLabel = "KEY", description = "Makes repeating safe.")
  private @Nullable String idempotencyKey;

  @Option(names = "--tenant", paramLabel = "NAME", description = "For whom it is.")
  private @Nullable String tenant;

  @Option(names = "--requires", paramLabel = "NAME", description = "A capability; may repeat.")
  private List<String> requires = new ArrayList<>();

  @Option(names = "--tag", paramLabel = "TAG", description = "May be given several times.")
  private List<String> tags = new ArrayList<>();

  @Option(
      names = "--depends-on",
      paramLabel = "ID",
      description = "A job that it waits for; may repeat.")
  private List<String> dependsOn = new ArrayList<>();

  @Option(
      names = "--on-parent-failure",
      paramLabel = "CHOICE",
      description = "What if that does not complete: cancel, fail or run. Default: cancel")
  private @Nullable String onParentFailure;

  EnqueueCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    if (payload != null) {
      Json.check("payload", payload);
    }
    return client.run((api, out) -> {
      Tree stored = api.post(Route.to("jobs"), body());
      if (out.isJson()) {
        out.json(stored);
      } else {
        out.line(
            PublicId.shortened(stored.at("id").text())
                + (stored.at("duplicate").isTrue() ? " duplicate" : ""));
      }
      return Exit.OK;
    });
  }

  private String body() {
    Members job = new Members().put("kind", kind).raw("payload", payload).put("queue", queue);
    job.texts("depends_on", dependsOn).put("on_parent_failure", onParentFailure);
    filling.addTo(job);
    job.put("priority", priority).put("delay_seconds", delay).put("run_at", runAt);
    job.put("max_retries", maxRetries).put("timeout_seconds", timeout);
    job.put("concurrency_key", key).put("idempotency_key", idempotencyKey);
    job.put("tenant", tenant);
    job.texts("requires", requires).texts("tags", tags);
    if (unique != null) {
      job.raw("unique", new Members().put("key", unique).toString());
    }
    if (cpu != null || memory != null) {
      Members limits = new Members().put("cpu_seconds", cpu).put("memory_mb", memory);
      job.raw("limits", limits.toString());
    }
    return job.toString();
  }
}
