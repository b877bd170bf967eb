package dev.rota.cli;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * A Browsing is one browser for the tests of a class: the machine's chromium, which Playwright
 * drives by the machine's Node. It remembers what went wrong on every page that it opened.
 */
final class Browsing implements AutoCloseable {
  private static final double PATIENCE_MS = 30_000;

  private final Playwright playwright;
  private final Browser browser;
  private final Queue<String> wrong = new ConcurrentLinkedQueue<>();

  private Browsing(Playwright playwright, Browser browser) {
    this.playwright = playwright;
    this.browser = browser;
  }

  /** Opens the browser; the tests are skipped where there is none. */
  static Browsing open() {
    Optional<Path> chromium = program("chromium").or(() -> program("chromium-browser"));
    Optional<Path> node = program("node");
    Assumptions.assumeTrue(
        chromium.isPresent() && node.isPresent(),
        "The dashboard is tested in chromium by Node: apt-get install chromium nodejs");
    PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MS);
    Playwright playwright =
        Playwright.create(
            new Playwright.CreateOptions()
                .setEnv(
                    Map.of(
                        "PLAYWRIGHT_NODEJS_PATH",
                        node.orElseThrow().toString(),
                        "PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD",
                        "1")));
    Browser browser =
        playwright
            .chromium()
            .launch(
                new BrowserType.LaunchOptions()
                    .setExecutablePath(chromium.orElseThrow())
                    .setArgs(List.of("--no-sandbox", "--disable-dev-shm-usage")));
    return new Browsing(playwright, browser);
  }

  private static Optional<Path> program(String name) {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  static Browser.NewContextOptions wide() {
    return new Browser.NewContextOptions().setViewportSize(1280, 860);
  }

  /** A page of its own; what it asks of other hosts, and every error on it, counts as wrong. */
  Page page(String url, Browser.NewContextOptions options) {
    BrowserContext context = browser.newContext(options.setBaseURL(url));
    context.setDefaultTimeout(PATIENCE_MS);
    Page page = context.newPage();
    String host = URI.create(url).getAuthority();
    page.onConsoleMessage(message -> {
      if (message.type().equals("error") && !message.text().contains("status of 401")) {
        wrong.add("console: " + message.text() + " at " + message.location());
      }
    });
    page.onPageError(error -> wrong.add("error: " + error));
    page.onRequest(request -> {
      String asked = URI.create(request.url()).getAuthority();
      if (!request.url().startsWith("data:") && !host.equals(asked)) {
        wrong.add("off the host: " + request.url());
      }
    });
    return page;
  }

  /** What went wrong since the last time. */
  List<String> takeWrong() {
    List<String> taken = new ArrayList<>();
    for (String one = wrong.poll(); one != null; one = wrong.poll()) {
      taken.add(one);
    }
    return taken;
  }

  /** What keeps some people from using the page as it is now, in the words of axe. */
  @SuppressWarnings("unchecked")
  List<String> barriers(Page page) {
    page.evaluate(axe());
    Object found =
        page.evaluate(
            """
            async () => (await axe.run(document, {resultTypes: ['violations']})).violations.map(
              (one) => `${one.id}: ${one.help}: ${one.nodes.map((node) => node.html.slice(0, 160)
                + ' ' + (node.any[0]?.message ?? '')).slice(0, 3).join(' | ')}`)
            """);
    return (List<String>) found;
  }

  private static String axe() {
    try (InputStream in = Browsing.class.getResourceAsStream("/axe.min.js")) {
      if (in == null) {
        throw new IllegalStateException("axe is not on the class path");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    browser.close();
    playwright.close();
  }
}
