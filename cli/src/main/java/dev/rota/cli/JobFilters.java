package dev.rota.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** JobFilters are flags that say which jobs are meant. */
final class JobFilters {
  @Option(
      names = "--status",
      paramLabel = "STATE",
      description = "pending, scheduled, running, paused, completed, failed or cancelled.")
  private @Nullable String status;

  @Option(names = "--queue", paramLabel = "NAME", description = "Jobs of this queue.")
  private @Nullable String queue;

  @Option(names = "--kind", paramLabel = "KIND", description = "Jobs of this kind.")
  private @Nullable String kind;

  @Option(names = "--tag", paramLabel = "TAG", description = "Jobs with this tag.")
  private @Nullable String tag;

  @Option(names = "--schedule", paramLabel = "ID", description = "Jobs of this schedule.")
  private @Nullable String schedule;

  JobFilters() {}

  Route of(Route route) {
    return route
        .with("status", status)
        .with("queue", queue)
        .with("kind", kind)
        .with("tag", tag)
        .with("schedule", schedule);
  }
}
