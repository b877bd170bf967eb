package dev.rota.cli;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * The pictures of the dashboard in the documentation: {@code -Drota.docs=write} takes them anew.
 */
@EnabledIfSystemProperty(named = "rota.docs", matches = "write")
class DashboardPicturesTest extends BrowserTest {
  private static final Path IMAGES = Path.of("..", "docs", "images");

  /** An hour of a server that has more to do than the demo. */
  private static final String HISTORY =
      """
      INSERT INTO rota.minute (at, queue, enqueued, started, completed, failed, waited_ms, pending, running)
      SELECT date_trunc('minute', rota.clock()) - n * interval '1 minute', 'default', w, w, w - w / 30, w / 30,
        w * (40 + 30 * (1 + cos(n / 7.0)))::int, (60 * (1 + cos(n / 7.0)))::int + n % 5, 20 + n % 7
      FROM generate_series(2, 59) n, LATERAL (SELECT (400 + 120 * sin(n / 9.0) + 40 * sin(n * 1.7))::int AS w) v
      """;

  @Test
  void the_main_pages_have_pictures() throws Exception {
    Files.createDirectories(IMAGES);
    database.execute(HISTORY);
    String failed =
        create(
            "{\"kind\": \"rota.fail\", \"payload\": {\"order\": 4711}, \"max_retries\": 0, \"tags\": [\"orders\"]}");
    String held =
        create(
            "{\"kind\": \"rota.echo\", \"queue\": \"demo-held\", \"payload\": {\"order\": 4712}}");
    String some = IntStream.range(0, 120).mapToObj(i -> job(i)).reduce("", String::concat);
    send("POST", "/api/v1/jobs/bulk", some);
    picture("overview", "/", ColorScheme.LIGHT);
    picture("overview-dark", "/", ColorScheme.DARK);
    picture("jobs", "/jobs", ColorScheme.LIGHT);
    picture("job-failed", "/jobs/" + failed, ColorScheme.LIGHT);
    picture("job-why", "/jobs/" + held, ColorScheme.LIGHT);
    picture("queues", "/queues", ColorScheme.LIGHT);
  }

  @Test
  void the_pages_of_plans_have_pictures() throws Exception {
    send(
        "PUT",
        "/api/v1/schedules/nightly-report",
        """
        {"job": {"kind": "rota.echo", "queue": "demo-held"}, "cron_expression": "30 2 * * MON-FRI",
         "time_zone": "Europe/Amsterdam", "on_failure": "halt"}
        """);
    Instant now = Instant.now().truncatedTo(ChronoUnit.MINUTES);
    backfill("rota.echo", now.minus(Duration.ofMinutes(40)), now.minus(Duration.ofMinutes(17)));
    backfill("rota.fail", now.minus(Duration.ofMinutes(17)), now.minus(Duration.ofMinutes(15)));
    backfill("rota.echo", now.minus(Duration.ofMinutes(15)), now);
    picture("schedule", "/schedules/orders", ColorScheme.LIGHT);
    picture("schedules", "/schedules", ColorScheme.LIGHT);
  }

  @Test
  void the_pages_of_groups_have_pictures() throws Exception {
    String graph =
        send(
            "POST",
            "/api/v1/graphs",
            """
            {"jobs": [{"name": "orders", "kind": "rota.echo"}, {"name": "rates", "kind": "rota.sleep", "payload": 90000},
              {"name": "stock", "kind": "rota.fail", "max_retries": 0},
              {"name": "prices", "kind": "prices", "depends_on": ["orders", "rates", "stock"], "on_parent_failure": "run"},
              {"name": "shop", "kind": "publish-shop", "depends_on": ["prices"]},
              {"name": "mail", "kind": "mail-partners", "depends_on": ["prices"], "on_parent_failure": "fail"}]}
            """);
    String batch =
        idIn(
            send(
                "POST",
                "/api/v1/batches",
                """
                {"name": "nightly import", "open": true, "on_complete": {"kind": "rota.echo"}, "jobs": [
                  {"kind": "rota.echo", "payload": {"part": 1}}, {"kind": "rota.echo", "payload": {"part": 2}},
                  {"kind": "rota.fail", "max_retries": 0, "payload": {"part": 3}},
                  {"kind": "rota.sleep", "payload": 90000}, {"kind": "rota.echo", "delay_seconds": 600}]}
                """));
    String prices = graph.replaceAll("(?s).*\"name\":\"prices\",\"id\":\"([^\"]+)\".*", "$1");
    picture("job-graph", "/jobs/" + prices, ColorScheme.LIGHT);
    picture("batch", "/batches/" + batch, ColorScheme.LIGHT);
  }

  /** Runs a schedule of every minute for a while that has passed. */
  private static void backfill(String kind, Instant from, Instant to) throws Exception {
    send(
        "PUT",
        "/api/v1/schedules/orders",
        """
        {"job": {"kind": "%s", "payload": {"of": "orders"}, "max_retries": 0, "tags": ["orders"], "concurrency_key": "orders",
          "concurrency_limit": 8}, "cron_expression": "* * * * *", "catchup_spread_seconds": 0}
        """
            .formatted(kind));
    send(
        "POST",
        "/api/v1/schedules/orders/backfill",
        "{\"from\": \"%s\", \"to\": \"%s\"}".formatted(from, to));
  }

  private static String job(int i) {
    return switch (i % 12) {
      case 3 ->
          "{\"kind\": \"rota.sleep\", \"payload\": %d, \"priority\": 20}\n".formatted(90_000 + i);
      case 7 ->
          "{\"kind\": \"rota.fail\", \"payload\": {\"order\": %d}, \"max_retries\": 0, \"tags\": [\"orders\"]}\n"
              .formatted(4600 + i);
      case 9 ->
          "{\"kind\": \"rota.echo\", \"payload\": {\"reminder\": %d}, \"delay_seconds\": %d}\n"
              .formatted(i, 600 + 60 * i);
      case 11 ->
          "{\"kind\": \"rota.echo\", \"payload\": {\"held\": %d}, \"queue\": \"demo-held\"}\n"
              .formatted(i);
      default ->
          "{\"kind\": \"rota.echo\", \"payload\": {\"order\": %d, \"customer\": \"c-%d\"}}\n"
              .formatted(4700 + i, i * 37 % 91);
    };
  }

  private void picture(String name, String place, ColorScheme scheme) {
    Page page = open(place, Browsing.wide().setColorScheme(scheme));
    assertThat(page.locator("main h1")).isVisible();
    assertThat(page.locator("main .spinner")).hasCount(0);
    assertThat(page.locator(".connection")).hasText("Live");
    page.waitForTimeout(1_500);
    page.screenshot(new Page.ScreenshotOptions().setPath(IMAGES.resolve(name + ".png")));
  }
}
