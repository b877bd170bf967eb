package dev.rota.benchmarks;

import dev.rota.engine.Engine;
import dev.rota.engine.scheduler.Scheduler;
import dev.rota.engine.scheduler.SchedulerOptions;
import dev.rota.engine.tokens.Tokens;
import dev.rota.server.HttpServer;
import dev.rota.server.Metrics;
import dev.rota.server.Settings;
import dev.rota.server.SettingsSource;
import dev.rota.server.access.Gate;
import dev.rota.server.api.NativeApi;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Http is how fast the server takes jobs, one by one and as a stream, and hands them to remote
 * workers and takes their reports.
 */
final class Http implements Workload {
  private static final int CALLERS = 32;
  private static final int WORKERS = 4;
  private static final int BATCH = 100;
  static final String JOB =
      "{\"kind\": \"noop\", \"payload\": {\"account\": 4711, \"subject\": \"a job that does nothing at all\"}}";
  private static final Pattern LEASE =
      Pattern.compile("\"job_id\":\"([^\"]+)\",\"fence\":\"([^\"]+)\"");

  @Override
  public String name() {
    return "http";
  }

  @Override
  public List<Row> run(Setting setting) throws Exception {
    List<Double> singles = new ArrayList<>();
    List<Double> late = new ArrayList<>();
    List<Double> streamed = new ArrayList<>();
    List<Double> worked = new ArrayList<>();
    for (int round = 0; round <= setting.scale().rounds(); round++) {
      Queue<Double> millis = new ConcurrentLinkedQueue<>();
      try (Scratch database = setting.server().database();
          Engine engine = database.start("http");
          HttpServer server = serve(engine)) {
        int jobs = setting.scale().jobs();
        double single = singles(server.url(), 4 * setting.scale().singles(), millis);
        double stream = stream(server.url(), JOB, jobs);
        int stored = jobs + millis.size();
        double work = work(server.url(), stored);
        database.expect(stored, "SELECT count(*) FROM rota.execution");
        if (round > 0) {
          singles.add(single);
          late.add(Figures.percentile(millis, 99));
          streamed.add(stream);
          worked.add(work);
        }
      }
      setting.progress().say("http %d/%d".formatted(round, setting.scale().rounds()));
    }
    return List.of(
        Row.median(name(), "single POST, callers: 32", singles, "jobs/s", Bar.atLeast(3_000)),
        Row.median(name(), "single POST, p99", late, "ms", Bar.atMost(50)),
        Row.median(name(), "stream of lines", streamed, "jobs/s", Bar.atLeast(40_000)),
        Row.median(name(), "claim + complete by 100", worked, "jobs/s", Bar.atLeast(10_000)));
  }

  static HttpServer serve(Engine engine) {
    Settings settings = Settings.read(SettingsSource.of(Map.of("ROTA_PORT", "0")));
    return HttpServer.start(
        settings,
        Optional::empty,
        new Metrics(),
        new Gate(settings, new Tokens(engine.database()))::addTo,
        new NativeApi(engine, Scheduler.open(engine, SchedulerOptions.builder().build()))::addTo);
  }

  private static double singles(String url, int jobs, Queue<Double> millis) throws Exception {
    int each = jobs / CALLERS;
    return perSecond(
        CALLERS * each,
        CALLERS,
        client -> {
          for (int i = 0; i < each; i++) {
            long start = System.nanoTime();
            post(client, url + "/api/v1/jobs", JOB);
            millis.add((System.nanoTime() - start) / 1e6);
          }
        });
  }

  static double stream(String url, String line, int jobs) throws Exception {
    String lines = (line + "\n").repeat(jobs);
    return perSecond(jobs, 1, client -> post(client, url + "/api/v1/jobs/bulk", lines));
  }

  private static double work(String url, int jobs) throws Exception {
    AtomicInteger left = new AtomicInteger(jobs);
    return perSecond(
        jobs,
        WORKERS,
        client -> {
          String worker = "worker-" + Thread.currentThread().threadId();
          String reports = "";
          while (left.get() > 0 || !reports.isEmpty()) {
            String answer =
                post(
                    client,
                    url + "/api/v1/workers/exchange",
                    "{\"worker_id\":\"%s\",\"max\":%d,\"wants\":[{\"queue\":\"default\"}],\"reports\":[%s]}"
                        .formatted(worker, BATCH, reports));
            List<String> done = new ArrayList<>();
            for (Matcher lease = LEASE.matcher(answer.substring(answer.indexOf("\"jobs\"")));
                lease.find(); ) {
              done.add(
                  "{\"job_id\":\"%s\",\"fence\":\"%s\",\"outcome\":\"completed\"}"
                      .formatted(lease.group(1), lease.group(2)));
            }
            left.addAndGet(-done.size());
            reports = String.join(",", done);
          }
        });
  }

  /** What one caller does. */
  private interface Caller {
    void call(HttpClient client) throws Exception;
  }

  private static double perSecond(int jobs, int callers, Caller caller) throws Exception {
    List<Callable<Boolean>> calls = new ArrayList<>();
    for (int i = 0; i < callers; i++) {
      calls.add(() -> {
        try (HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
          caller.call(client);
        }
        return true;
      });
    }
    try (ExecutorService threads = Executors.newFixedThreadPool(callers)) {
      long start = System.nanoTime();
      for (Future<Boolean> call : threads.invokeAll(calls)) {
        call.get();
      }
      return jobs / ((System.nanoTime() - start) / 1e9);
    }
  }

  static void put(String url, String body) throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      send(client, "PUT", url, body);
    }
  }

  private static String post(HttpClient client, String url, String body) throws Exception {
    return send(client, "POST", url, body);
  }

  private static String send(HttpClient client, String method, String url, String body)
      throws Exception {
    HttpResponse<String> response =
        client.send(
            HttpRequest.newBuilder(URI.create(url))
                .method(method, BodyPublishers.ofString(body))
                .build(),
            BodyHandlers.ofString());
    if (response.statusCode() / 100 != 2) {
      throw new IllegalStateException(response.statusCode() + " " + response.body());
    }
    return response.body();
  }
}
