package dev.rota.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * DashboardPages are the main pages of the dashboard: how long it takes until everything that one
 * of them asks for has come, all at once as a browser does.
 */
final class DashboardPages {
  private static final String FILE = "dashboard_pages.txt";
  private static final double BAR_MS = 200;
  private static final int WARMUP = 10;
  private static final int SCHEDULES = 200;
  private static final int IN_SIGHT = 20;
  private static final Pattern ID = Pattern.compile("\"id\":\"([^\"]+)\"");

  /** Two days of minutes for the plots. */
  private static final String HISTORY =
      """
      INSERT INTO rota.minute (at, queue, enqueued, started, completed, failed, waited_ms, pending, running)
      SELECT date_trunc('minute', rota.clock()) - n * interval '1 minute', q.name, 400, 400, 390, 10, 20000, 60, 20
      FROM generate_series(1, 2880) n CROSS JOIN rota.queue q
      """;

  private final HttpClient client;
  private final String api;

  DashboardPages(HttpClient client, String server) {
    this.client = client;
    this.api = server + "/api/v1";
  }

  /** What is there beside jobs. */
  static void fill(Scratch database) throws SQLException {
    database.execute(HISTORY);
    database.execute("ANALYZE rota.minute");
  }

  List<Row> rows(String workload, int looks) throws Exception {
    for (int i = 0; i < SCHEDULES; i++) {
      schedule(i);
    }
    List<Row> rows = new ArrayList<>();
    for (Map.Entry<String, List<String>> page : pages().entrySet()) {
      rows.addAll(rows(workload, page.getKey(), page.getValue(), looks));
    }
    return rows;
  }

  private List<Row> rows(String workload, String page, List<String> requests, int looks) {
    List<Double> pages = new ArrayList<>();
    Map<String, List<Double>> single = new LinkedHashMap<>();
    for (int i = 0; i < WARMUP + looks; i++) {
      Map<String, Double> look = look(requests);
      if (i >= WARMUP) {
        pages.add(look.values().stream().max(Comparator.naturalOrder()).orElseThrow());
        look.forEach(
            (path, millis) -> single.computeIfAbsent(path, key -> new ArrayList<>()).add(millis));
      }
    }
    String slowest =
        single.entrySet().stream()
            .max(Comparator.comparingDouble(one -> Figures.percentile(one.getValue(), 99)))
            .orElseThrow()
            .getKey()
            .replaceAll("\\?.*|[0-9a-f]+(-[0-9a-f]+){4}", "");
    String what = "dashboard, " + page;
    return List.of(
        new Row(workload, what + ": p50", Figures.percentile(pages, 50), "ms", null, ""),
        new Row(
            workload,
            what + ": p99 (" + slowest + " last)",
            Figures.percentile(pages, 99),
            "ms",
            Bar.atMost(BAR_MS),
            ""));
  }

  /** How many milliseconds after the first request each answer was there. */
  private Map<String, Double> look(List<String> requests) {
    long start = System.nanoTime();
    Map<String, CompletableFuture<Double>> asked = new LinkedHashMap<>();
    requests.forEach(path ->
        asked.put(
            path,
            client
                .sendAsync(request(path), BodyHandlers.ofString())
                .thenApply(answer -> {
                  check(path, answer);
                  return (System.nanoTime() - start) / 1e6;
                })));
    Map<String, Double> times = new LinkedHashMap<>();
    asked.forEach((path, answer) -> times.put(path, answer.join()));
    return times;
  }

  private HttpRequest request(String path) {
    return HttpRequest.newBuilder(URI.create(api + path)).build();
  }

  private static String check(String path, HttpResponse<String> answer) {
    if (answer.statusCode() != 200) {
      throw new IllegalStateException(path + ": " + answer.statusCode() + answer.body());
    }
    return answer.body();
  }

  private void schedule(int number) throws IOException, InterruptedException {
    HttpRequest put =
        HttpRequest.newBuilder(URI.create(api + "/schedules/s" + number))
            .PUT(
                HttpRequest.BodyPublishers.ofString(
                    "{\"job\": {\"kind\": \"a\", \"queue\": \"q1\"}, \"cron_expression\": \"0 0 1 1 *\"}"))
            .build();
    HttpResponse<String> answer = client.send(put, BodyHandlers.ofString());
    if (answer.statusCode() >= 300) {
      throw new IllegalStateException(answer.body());
    }
  }

  /** The pages and their requests, with jobs and schedules that are there. */
  private Map<String, List<String>> pages() throws IOException, InterruptedException {
    String ended = anyJob("completed");
    String waiting = anyJob("pending");
    Map<String, List<String>> pages = new LinkedHashMap<>();
    List<String> requests = new ArrayList<>();
    for (String line : text().lines().filter(line -> !line.startsWith("#")).toList()) {
      if (line.startsWith("  ")) {
        String path = line.strip().replace("{ended}", ended).replace("{waiting}", waiting);
        requests.addAll(path.contains("{schedule}") ? each(path) : List.of(path));
      } else if (!line.isBlank()) {
        requests = new ArrayList<>();
        pages.put(line.substring(0, line.indexOf(':')), requests);
      }
    }
    return pages;
  }

  private static List<String> each(String path) {
    return IntStream.range(0, IN_SIGHT).mapToObj(i -> path.replace("{schedule}", "s" + i)).toList();
  }

  private String anyJob(String state) throws IOException, InterruptedException {
    String path = "/jobs?limit=1&status=" + state;
    Matcher id = ID.matcher(check(path, client.send(request(path), BodyHandlers.ofString())));
    if (!id.find()) {
      throw new IllegalStateException("no job is " + state);
    }
    return id.group(1);
  }

  private static String text() throws IOException {
    try (InputStream in = DashboardPages.class.getResourceAsStream(FILE)) {
      if (in == null) {
        throw new IllegalStateException("no " + FILE);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
