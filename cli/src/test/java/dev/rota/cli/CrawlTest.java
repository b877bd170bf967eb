package dev.rota.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.rota.testkit.ChildProcess;
import dev.rota.testkit.Eventually;
import dev.rota.testkit.Processes;
import dev.rota.testkit.ShellGuide;
import dev.rota.testkit.TestDatabase;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Crawls on nodes as people start them: of their own documentation, and of a site that hangs. */
class CrawlTest {
  private static final Duration SOON = Duration.ofMinutes(1);
  private static final Pattern URL = Pattern.compile("http://\\S+");
  private static final JsonMapper JSON = new JsonMapper();

  private final HttpClient client = HttpClient.newHttpClient();
  private final Processes processes = new Processes();
  private TestDatabase database;

  @BeforeEach
  void open() {
    database = TestDatabase.create();
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void a_demo_has_pages_and_a_failure_to_look_at_and_is_put_there_once() throws Exception {
    try (var node = up("up", "--demo")) {
      var url = url(node);
      Eventually.await(
          SOON,
          () -> get(url + "/api/v1/pages?q=windows").at("/pages/0/excerpt").isString(),
          "the documentation can be searched");
      Eventually.await(
          SOON,
          () -> get(url + "/api/v1/jobs?status=failed&tag=demo").at("/jobs").size() == 1,
          "one job has failed");
      assertThat(get(url + "/api/v1/queues/demo-held").at("/is_paused").asBoolean()).isTrue();
      assertThat(get(url + "/api/v1/schedules").at("/schedules").size()).isEqualTo(2);
      assertThat(jobsByHand(url)).isEqualTo(7);
      stop(node);
    }
    try (var again = up("up", "--demo")) {
      var url = url(again);
      assertThat(jobsByHand(url)).isEqualTo(7);
      assertThat(get(url + "/api/v1/schedules").at("/schedules").size()).isEqualTo(2);
      stop(again);
    }
  }

  @Test
  void the_guide_does_what_it_says() throws Exception {
    assumeTrue(ShellGuide.canRun(), "curl and jq are needed to run the guide");
    var guide = new ShellGuide(Path.of("..", "docs", "guides", "crawler.md")).blocks();
    assertThat(guide).hasSize(4);
    try (var node = up("up")) {
      int port = URI.create(url(node)).getPort();
      // The blocks share what they set, as they would in a terminal.
      assertThat(ShellGuide.run(guide.get(0) + guide.get(1), port))
          .startsWith(
              """
              {"pages":5,"indexed":5,"unchanged":0,"failed":0,"stopped":"maxPages was reached"}
              {"items_crawled":5,"items_indexed":5}
              {"title":\
              """)
          .contains("**");
      assertThat(ShellGuide.run(guide.get(2), port))
          .isEqualTo("depth \"-1\": must be a whole number from 0 to 100\n");
      assertThat(ShellGuide.run(guide.get(3), port)).contains("every 6 h");
      stop(node);
    }
  }

  @Test
  void a_crawl_that_is_cancelled_stops_and_private_addresses_can_be_refused() throws Exception {
    var reached = new CountDownLatch(1);
    var site = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    site.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    site.createContext("/", exchange -> reached.countDown());
    site.start();
    var address = "http://127.0.0.1:" + site.getAddress().getPort() + "/";
    try (var node = up("up")) {
      var job = crawl(url(node), address);
      reached.await();
      post(job + "/cancel", "");
      Eventually.await(SOON, () -> "cancelled".equals(status(job)), "the job is cancelled");
      stop(node);
    }
    processes.withEnvironment("ROTA_CRAWLER_ALLOW_PRIVATE", "false");
    try (var node = up("up")) {
      var url = url(node);
      var job = crawl(url, address);
      Eventually.await(SOON, () -> "failed".equals(status(job)), "the job has failed");
      assertThat(get(job).at("/error_message").asString())
          .contains("127.0.0.1 is out of reach: 127.0.0.1 is a loopback address");
      var subreddits = url + "/api/admin/jobs";
      post(
          url + "/api/v1/targets",
          "{\"kind\": \"subreddit\", \"name\": \"a\", \"url\": \"%s\"}".formatted(address));
      post(subreddits, "{\"subreddit_id\": 1}");
      Eventually.await(
          SOON,
          () -> get(subreddits + "?status=failed").at("/jobs").size() == 1,
          "the crawler takes those of administrators, too");
      stop(node);
    } finally {
      site.stop(0);
    }
  }

  @Test
  void a_crawl_that_is_cancelled_in_a_pause_does_not_wait_it_out() throws Exception {
    var asked = new LinkedBlockingQueue<String>();
    var site = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    // That is more patience between two requests than this test has.
    site.createContext(
        "/robots.txt", exchange -> answer(exchange, "User-agent: *\nCrawl-delay: 200"));
    site.createContext(
        "/",
        exchange -> {
          answer(exchange, "<a href='/next'>next</a>");
          asked.add(exchange.getRequestURI().getPath());
        });
    site.start();
    try (var node = up("up")) {
      var job = crawl(url(node), "http://127.0.0.1:" + site.getAddress().getPort() + "/");
      assertThat(asked.take()).isEqualTo("/");
      post(job + "/cancel", "");
      Eventually.await(SOON, () -> "cancelled".equals(status(job)), "the job is cancelled");
      assertThat(asked).isEmpty();
      assertThat(get(job + "/executions").at("/executions/0/cpu_time_ms").isNumber()).isTrue();
      stop(node);
    } finally {
      site.stop(0);
    }
  }

  private static void answer(HttpExchange exchange, String text) throws IOException {
    var bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "text/html");
    exchange.sendResponseHeaders(200, bytes.length);
    try (var body = exchange.getResponseBody()) {
      body.write(bytes);
    }
  }

  private ChildProcess up(String... arguments) throws IOException {
    return processes
        .withEnvironment("ROTA_PORT", "0")
        .withEnvironment("ROTA_DATABASE_URL", database.jdbcUrl())
        .withEnvironment("ROTA_DATABASE_USER", database.user())
        .withEnvironment("ROTA_DATABASE_PASSWORD", database.password())
        .withEnvironment("ROTA_CRAWLER_DELAY_MILLIS", "0")
        .java(Rota.class, arguments);
  }

  private static String url(ChildProcess node) throws InterruptedException {
    var url = URL.matcher(node.awaitLine("Rota listens on ", SOON));
    assertThat(url.find()).isTrue();
    return url.group();
  }

  private static void stop(ChildProcess node) throws InterruptedException {
    node.stop();
    assertThat(node.awaitExit(SOON)).isEqualTo(143);
  }

  /** Enqueues a crawl and gives the address of its job. */
  private String crawl(String url, String site) throws Exception {
    var body =
        """
        {"kind": "crawl", "queue": "crawl", "payload": {"url": "%s", "timeout": 600000}}
        """
            .formatted(site);
    return url + "/api/v1/jobs/" + post(url + "/api/v1/jobs", body).at("/id").asString();
  }

  private String status(String job) throws Exception {
    return get(job).at("/status").asString();
  }

  /** How many jobs of the demo no schedule has made. */
  private int jobsByHand(String url) throws Exception {
    var count = 0;
    for (var job : get(url + "/api/v1/jobs?tag=demo&limit=100").at("/jobs")) {
      var made = job.at("/payload").has("alive") || job.at("/payload").has("url");
      count += made ? 0 : 1;
    }
    return count;
  }

  private JsonNode get(String url) throws Exception {
    return send(HttpRequest.newBuilder(URI.create(url)).build());
  }

  private JsonNode post(String url, String body) throws Exception {
    return send(
        HttpRequest.newBuilder(URI.create(url)).POST(BodyPublishers.ofString(body)).build());
  }

  private JsonNode send(HttpRequest request) throws Exception {
    return JSON.readTree(client.send(request, BodyHandlers.ofString()).body());
  }
}
