package dev.rota.cli;

import dev.rota.InvalidInput;
import dev.rota.remote.Members;
import dev.rota.schedule.DurationText;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** JobFilters are flags that say which jobs are meant. */
final class JobFilters {
  private static final Set<String> TIMES =
      Set.of("created_from", "created_to", "ended_from", "ended_to");

  private final Map<String, String> wanted = new LinkedHashMap<>();

  @Option(
      names = "--batch",
      paramLabel = "ID",
      description = "Jobs of this batch; goes without the other filters.")
  private @Nullable String batch;

  JobFilters() {}

  @Option(
      names = {"--status", "--state"},
      paramLabel = "STATE",
      split = ",",
      description =
          "pending, scheduled, running, paused, completed, failed or cancelled; several with commas.")
  void status(List<String> states) {
    wanted.put("status", String.join(",", states));
  }

  @Option(names = "--queue", paramLabel = "NAME", description = "Jobs of this queue.")
  void queue(String name) {
    wanted.put("queue", name);
  }

  @Option(names = "--kind", paramLabel = "KIND", description = "Jobs of this kind.")
  void kind(String kind) {
    wanted.put("kind", kind);
  }

  @Option(names = "--tag", paramLabel = "TAG", description = "Jobs with this tag.")
  void tag(String tag) {
    wanted.put("tag", tag);
  }

  @Option(names = "--target", paramLabel = "ID", description = "Jobs about this target.")
  void target(String target) {
    wanted.put("target", target);
  }

  @Option(names = "--schedule", paramLabel = "ID", description = "Jobs of this schedule.")
  void schedule(String id) {
    wanted.put("schedule", id);
  }

  @Option(
      names = "--created-after",
      paramLabel = "TIME",
      description = "As in 2026-01-31T08:00:00Z; or so long ago, as in 2h.")
  void createdAfter(String time) {
    wanted.put("created_from", time);
  }

  @Option(names = "--created-before", paramLabel = "TIME", description = "Likewise.")
  void createdBefore(String time) {
    wanted.put("created_to", time);
  }

  @Option(names = "--ended-after", paramLabel = "TIME", description = "Likewise.")
  void endedAfter(String time) {
    wanted.put("ended_from", time);
  }

  @Option(names = "--ended-before", paramLabel = "TIME", description = "Likewise.")
  void endedBefore(String time) {
    wanted.put("ended_to", time);
  }

  @Option(
      names = "--text",
      paramLabel = "WORDS",
      description = "Jobs with this in the payload or the error.")
  void text(String text) {
    wanted.put("text", text);
  }

  @Option(
      names = "--fingerprint",
      paramLabel = "ID",
      description = "Jobs of this group of rota dead-letters.")
  void fingerprint(String fingerprint) {
    wanted.put("fingerprint", fingerprint);
  }

  /** Whether nothing is said. */
  boolean isEmpty() {
    return batch == null && wanted.isEmpty();
  }

  /** Whether a queue is all that is said. */
  boolean isQueueAlone() {
    return wanted.keySet().equals(Set.of("queue"));
  }

  /** The batch whose jobs are meant; null if a filter says which. */
  @Nullable String batch() {
    if (batch != null && !wanted.isEmpty()) {
      throw new InvalidInput("batch", batch, "goes without other filters");
    }
    return batch;
  }

  /** Where the jobs are listed. */
  Route list() {
    String one = batch();
    Route route = one == null ? Route.to("jobs") : Route.to("batches", one, "jobs");
    wanted.forEach((name, value) -> route.with(name, meant(name, value)));
    return route;
  }

  /** The filter of an operation. */
  String json() {
    Members filter = new Members();
    wanted.forEach((name, value) -> {
      if (name.equals("status")) {
        filter.texts(name, List.of(value.split(",")));
      } else {
        filter.put(name, meant(name, value));
      }
    });
    return filter.toString();
  }

  /** A time may also be told by how long ago it was. */
  private static String meant(String name, String value) {
    if (!TIMES.contains(name) || value.contains("T")) {
      return value;
    }
    try {
      return Instant.now().minus(DurationText.parse(name, value)).toString();
    } catch (InvalidInput e) {
      throw new InvalidInput(
          name, value, "must be an instant, as in 2026-01-31T08:00:00Z, or a length, as in 2h");
    }
  }
}
