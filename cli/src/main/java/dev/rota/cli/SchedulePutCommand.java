package dev.rota.cli;

import dev.rota.Json;
import dev.rota.remote.Members;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A SchedulePutCommand makes a schedule, or changes what it is. */
@Command(
    name = "put",
    description =
        "Makes a schedule or changes it: from a file as the API takes it, or from what the flags say.",
    mixinStandardHelpOptions = true)
final class SchedulePutCommand implements Callable<Integer> {
  @Mixin private final ScheduleCommands.Named named = new ScheduleCommands.Named();
  @Mixin private final Filling filling = new Filling();

  @Option(
      names = {"-f", "--file"},
      paramLabel = "FILE",
      description = Things.FILE)
  private @Nullable Path file;

  @Option(names = "--cron", paramLabel = "EXPRESSION", description = "When, as in '30 2 * * *'.")
  private @Nullable String cron;

  @Option(names = "--every", paramLabel = "LENGTH", description = "Or how often, as in 15m.")
  private @Nullable String every;

  @Option(names = "--time-zone", paramLabel = "ZONE", description = "As in Europe/Amsterdam.")
  private @Nullable String timeZone;

  @Option(names = "--kind", paramLabel = "KIND", description = "Of the job that each time makes.")
  private @Nullable String kind;

  @Option(names = "--payload", paramLabel = "JSON", description = "Its input.")
  private @Nullable String payload;

  @Option(names = "--queue", paramLabel = "NAME", description = "Default: default")
  private @Nullable String queue;

  @Option(names = "--priority", paramLabel = "N", description = "0 to 100. Default: 0")
  private @Nullable Integer priority;

  SchedulePutCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    String body = file == null ? body() : Things.read(file);
    return named
        .client()
        .run((api, out) -> {
          ScheduleCommands.print(out, api.put(named.route(), body));
          return Exit.OK;
        });
  }

  private String body() {
    if (payload != null) {
      Json.check("payload", payload);
    }
    Members job = new Members().put("kind", kind).raw("payload", payload).put("queue", queue);
    return new Members()
        .put("cron_expression", cron)
        .put("every", every)
        .put("time_zone", timeZone)
        .raw("job", filling.addTo(job.put("priority", priority)).toString())
        .toString();
  }
}
