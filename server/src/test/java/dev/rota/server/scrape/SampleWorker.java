package dev.rota.server.scrape;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A SampleWorker sends the requests of the worker that the document of scrape workers prints, in
 * the same order and with the same bodies; its job manager calls {@code PUT /api/scrape-jobs/{id}}.
 * Where the original sleeps and looks again, it stops.
 */
final class SampleWorker {
  private static final JsonMapper JSON = new JsonMapper();

  private final String url;
  private final String workerId;
  private final HttpClient client = HttpClient.newHttpClient();
  final List<String> done = new CopyOnWriteArrayList<>();

  SampleWorker(String url, String workerId) {
    this.url = url;
    this.workerId = workerId;
  }

  /** Works until there are no jobs. */
  void start() throws Exception {
    for (JsonNode job = claimNextJob(); job != null; job = claimNextJob()) {
      processJob(job);
    }
  }

  private @Nullable JsonNode claimNextJob() throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url + "/api/scrape-jobs/next"))
            .POST(BodyPublishers.noBody())
            .header("Content-Type", "application/json")
            .header("X-Worker-ID", workerId)
            .build();
    JsonNode data = JSON.readTree(client.send(request, BodyHandlers.ofString()).body());
    if (data.get("success").asBoolean() && !data.get("data").isNull()) {
      return data.get("data");
    }
    if (data.path("retry").asBoolean(false)) {
      return claimNextJob();
    }
    return null;
  }

  private void processJob(JsonNode job) throws Exception {
    String id = job.get("id").asString();
    try {
      ObjectNode started = JSON.createObjectNode();
      started.put("status", "running").put("started_at", Instant.now().toString());
      ObjectNode metadata = ((ObjectNode) job.get("metadata")).deepCopy();
      metadata.put("workerId", workerId).put("workerStartTime", Instant.now().toString());
      started.set("metadata", metadata);
      updateJob(id, started);

      ObjectNode stats = performScraping(job);

      ObjectNode completed = JSON.createObjectNode();
      completed.put("status", "completed").put("completed_at", Instant.now().toString());
      completed.set("stats", stats);
      updateJob(id, completed);
      done.add(id);
    } catch (IllegalStateException error) {
      ObjectNode failed = JSON.createObjectNode();
      failed
          .put("status", "failed")
          .put("error_message", error.getMessage())
          .put("completed_at", Instant.now().toString());
      updateJob(id, failed);
    }
  }

  private ObjectNode performScraping(JsonNode job) throws Exception {
    ObjectNode stats = JSON.createObjectNode();
    stats.put("pagesProcessed", 0).put("successfulRequests", 0).put("failedRequests", 0);
    stats.set("dataExtracted", JSON.createObjectNode());
    int maxPages = job.get("config").get("maxPages").asInt();
    for (int i = 0; i < maxPages; i++) {
      if (i % 10 == 0) {
        ObjectNode soFar = stats.deepCopy();
        soFar.put("pagesProcessed", i).put("progress", Math.round(i * 100.0 / maxPages));
        ObjectNode update = JSON.createObjectNode();
        update.set("stats", soFar);
        updateJob(job.get("id").asString(), update);
      }
      scrapePage(job);
      stats.put("pagesProcessed", i + 1).put("successfulRequests", i + 1);
    }
    return stats;
  }

  private static void scrapePage(JsonNode job) {
    if (job.get("domain").asString().startsWith("broken")) {
      throw new IllegalStateException("Page not found");
    }
  }

  private void updateJob(String id, JsonNode update) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url + "/api/scrape-jobs/" + id))
            .PUT(BodyPublishers.ofString(update.toString()))
            .header("Content-Type", "application/json")
            .build();
    var response = client.send(request, BodyHandlers.ofString());
    if (response.statusCode() != 200) {
      throw new AssertionError(update + " was answered with " + response.body());
    }
  }
}
