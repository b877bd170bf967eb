package dev.rota.crawler;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A Tally is what a crawl has come to so far, and in the end its result. */
final class Tally {
  private static final JsonMapper JSON = new JsonMapper();
  private static final Set<String> SKIPS =
      Set.of(FetchFailure.ROBOTS, FetchFailure.CONTENT_TYPE, FetchFailure.OUT_OF_SCOPE);
  private static final int EXAMPLES = 10;

  private int pages;
  private int indexed;
  private int unchanged;
  private int removed;
  private int failures;
  private final Map<String, Integer> failed = new TreeMap<>();
  private final Map<String, Integer> skipped = new TreeMap<>();
  private final List<Example> examples = new ArrayList<>();

  /** An Example is one failure in full, of the first few. */
  private record Example(String url, String reason, String message) {}

  void page() {
    pages++;
  }

  void indexed() {
    indexed++;
  }

  void unchanged() {
    unchanged++;
  }

  void removed() {
    removed++;
  }

  /** A page that was fetched and is not kept, for this reason. */
  void skipped(String reason) {
    skipped.merge(reason, 1, Integer::sum);
  }

  void failed(URI url, FetchFailure failure) {
    if (SKIPS.contains(failure.reason())) {
      skipped(failure.reason());
      return;
    }
    failures++;
    failed.merge(failure.reason(), 1, Integer::sum);
    if (examples.size() < EXAMPLES) {
      examples.add(
          new Example(url.toString(), failure.reason(), String.valueOf(failure.getMessage())));
    }
  }

  int pages() {
    return pages;
  }

  /** How many pages were asked for. */
  int asked() {
    return pages + failures;
  }

  String message(int waiting) {
    return "%d pages, %d indexed, %d failed, %d waiting"
        .formatted(pages, indexed, failures, waiting);
  }

  /**
   * The result of the job.
   *
   * @param stopped why the crawl ended before it was through; null if it was
   */
  String json(URI start, int waiting, @Nullable String stopped) {
    ObjectNode json = JSON.createObjectNode();
    json.put("start_url", start.toString());
    json.put("pages", pages).put("indexed", indexed).put("unchanged", unchanged);
    json.put("removed", removed).put("failed", failures).put("waiting", waiting);
    ObjectNode reasons = json.putObject("failed_by_reason");
    failed.forEach(reasons::put);
    ObjectNode skips = json.putObject("skipped");
    skipped.forEach(skips::put);
    ArrayNode told = json.putArray("failures");
    for (Example each : examples) {
      told.addObject()
          .put("url", each.url())
          .put("reason", each.reason())
          .put("message", each.message().replace('\0', ' '));
    }
    json.put("stopped", stopped);
    return JSON.writeValueAsString(json);
  }
}
