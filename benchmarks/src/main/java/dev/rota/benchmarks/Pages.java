package dev.rota.benchmarks;

import dev.rota.engine.Engine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Pages is how long lists of jobs, and the pages of the dashboard, take over HTTP with millions of
 * jobs stored: three in four have ended, almost all of them on one queue.
 */
final class Pages implements Workload {
  private static final int WARMUP = 30;
  private static final Pattern NEXT = Pattern.compile("\"next_cursor\":\"([^\"]+)\"");
  private static final Pattern ID = Pattern.compile("\"id\":\"([^\"]+)\"");

  @Override
  public String name() {
    return "pages";
  }

  @Override
  public List<Row> run(Setting setting) throws Exception {
    int jobs = setting.scale().stored();
    List<Row> rows = new ArrayList<>();
    try (Scratch database = setting.server().database()) {
      database.migrate();
      setting.progress().say("pages: storing %,d jobs".formatted(jobs));
      StoredJobs.fill(database, jobs);
      DashboardPages.fill(database);
      try (Engine engine = database.start("pages");
          var server = Http.serve(engine);
          HttpClient client = HttpClient.newHttpClient()) {
        Map<String, List<Double>> pages = new LinkedHashMap<>();
        lists(client, server.url())
            .forEach((page, url) -> pages.put(page, times(client, url, setting.scale().claims())));
        List<Double> all = pages.values().stream().flatMap(List::stream).toList();
        rows.add(row("p50 of all pages", Figures.percentile(all, 50), null, ""));
        rows.add(row("p99 of all pages", Figures.percentile(all, 99), Bar.atMost(50), ""));
        pages.forEach((page, times) ->
            rows.add(
                row(
                    page + ": p99",
                    Figures.percentile(times, 99),
                    Bar.atMost(50),
                    "p50: " + Figures.of(Figures.percentile(times, 50)))));
        setting.progress().say("pages: the dashboard");
        rows.addAll(
            new DashboardPages(client, server.url()).rows(name(), setting.scale().claims()));
      }
    }
    return rows;
  }

  private Row row(String measure, double value, @Nullable Bar bar, String note) {
    return new Row(name(), measure, value, "ms", bar, note);
  }

  /** What is looked at, and where. */
  private static Map<String, String> lists(HttpClient client, String server) {
    String api = server + "/api/v1/jobs";
    Map<String, String> lists = new LinkedHashMap<>();
    lists.put("all", api);
    for (String state :
        List.of("pending", "scheduled", "running", "paused", "completed", "failed", "cancelled")) {
      lists.put(state, api + "?status=" + state);
    }
    lists.put("a large queue", api + "?queue=crawl");
    lists.put("a small queue", api + "?queue=mail");
    lists.put("completed of a small queue", api + "?queue=mail&status=completed");
    lists.put("pending of a large queue", api + "?queue=crawl&status=pending");
    lists.put("a kind", api + "?kind=a");
    lists.put("a common tag", api + "?tag=common");
    lists.put("a rare tag", api + "?tag=rare");
    lists.put("a target", api + "?tag=target:990");
    lists.put("failed with a tag", api + "?tag=target:990&status=failed");
    lists.put("failed with a common tag that none of them has", api + "?tag=common&status=failed");
    String executions = server + "/api/v1/executions";
    lists.put("executions", executions);
    lists.put("failed executions", executions + "?status=failed");
    lists.put("executions of a large queue", executions + "?queue=crawl");
    lists.put("executions of a small queue", executions + "?queue=mail");
    String first = get(client, api + "?status=completed&limit=100");
    Matcher next = NEXT.matcher(first);
    if (next.find()) {
      lists.put("the second page", api + "?status=completed&cursor=" + next.group(1));
    }
    Matcher id = ID.matcher(first);
    if (id.find()) {
      lists.put("one job", api + "/" + id.group(1));
      lists.put("executions of a job", api + "/" + id.group(1) + "/executions");
    }
    return lists;
  }

  private static List<Double> times(HttpClient client, String url, int looks) {
    List<Double> times = new ArrayList<>();
    for (int i = 0; i < WARMUP + looks; i++) {
      long start = System.nanoTime();
      get(client, url);
      if (i >= WARMUP) {
        times.add((System.nanoTime() - start) / 1e6);
      }
    }
    return times;
  }

  private static String get(HttpClient client, String url) {
    try {
      HttpResponse<String> response =
          client.send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofString());
      if (response.statusCode() != 200) {
        throw new IllegalStateException(url + ": " + response.statusCode() + response.body());
      }
      return response.body();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
