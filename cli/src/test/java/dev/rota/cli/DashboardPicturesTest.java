package dev.rota.cli;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The pictures of the dashboard in the documentation: {@code -Drota.docs=write} takes them anew. */
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
    String some =
        IntStream.range(0, 120).mapToObj(i -> job(i)).reduce("", String::concat);
    send("POST", "/api/v1/jobs/bulk", some);
    picture("overview", "/", ColorScheme.LIGHT);
    picture("overview-dark", "/", ColorScheme.DARK);
    picture("jobs", "/jobs", ColorScheme.LIGHT);
    picture("job-failed", "/jobs/" + failed, ColorScheme.LIGHT);
    picture("job-why", "/jobs/" + held, ColorScheme.LIGHT);
    picture("queues", "/queues", ColorScheme.LIGHT);
  }

  private static String job(int i) {
    return switch (i % 12) {
      case 3 -> "{\"kind\": \"rota.sleep\", \"payload\": %d, \"priority\": 20}\n".formatted(90_000 + i);
      case 7 -> "{\"kind\": \"rota.fail\", \"payload\": {\"order\": %d}, \"max_retries\": 0, \"tags\": [\"orders\"]}\n".formatted(4600 + i);
      case 9 -> "{\"kind\": \"rota.echo\", \"payload\": {\"reminder\": %d}, \"delay_seconds\": %d}\n".formatted(i, 600 + 60 * i);
      case 11 -> "{\"kind\": \"rota.echo\", \"payload\": {\"held\": %d}, \"queue\": \"demo-held\"}\n".formatted(i);
      default -> "{\"kind\": \"rota.echo\", \"payload\": {\"order\": %d, \"customer\": \"c-%d\"}}\n".formatted(4700 + i, i * 37 % 91);
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
