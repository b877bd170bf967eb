package dev.rota.cli;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import dev.rota.server.Settings;
import dev.rota.server.SettingsSource;
import dev.rota.testkit.TestDatabase;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;

/**
 * A BrowserTest has a node with the demo, and a browser to look at it, for all tests of a class.
 */
abstract class BrowserTest {
  static final int NARROW = 390;
  private static final Pattern URL = Pattern.compile("http://\\S+");

  static Browsing browsing;
  static TestDatabase database;
  private static Node node;
  private static String url;
  private static HttpClient client;

  private final List<Page> pages = new ArrayList<>();

  @BeforeAll
  static void start() throws Exception {
    browsing = Browsing.open();
    client = HttpClient.newHttpClient();
    database = TestDatabase.create();
    node = new Node(settings(Map.of()), true);
    url = address(node.start());
  }

  @AfterAll
  static void stop() {
    if (node != null) {
      node.close();
      database.close();
      browsing.close();
      client.close();
    }
  }

  @AfterEach
  void nothingWentWrong() {
    pages.forEach(page -> page.context().close());
    assertThat(browsing.takeWrong()).isEmpty();
  }

  static Settings settings(Map<String, String> more) {
    Map<String, String> all = new HashMap<>(RunningNode.environment(database));
    all.remove("ROTA_TEST_COMMAND");
    all.put("ROTA_PORT", "0");
    all.putAll(more);
    return Settings.read(SettingsSource.of(all));
  }

  static String address(String greeting) {
    Matcher found = URL.matcher(greeting);
    assertThat(found.find()).isTrue();
    return found.group();
  }

  Page open(String place) {
    return open(place, Browsing.wide());
  }

  Page open(String place, Browser.NewContextOptions options) {
    return open(url, place, options);
  }

  Page open(String server, String place, Browser.NewContextOptions options) {
    Page page = browsing.page(server, options);
    pages.add(page);
    page.navigate("/#" + place);
    return page;
  }

  /** A page of the server that is none of the dashboard. */
  Page visit(String path) {
    Page page = browsing.page(url, Browsing.wide());
    pages.add(page);
    page.navigate(path);
    return page;
  }

  static void heading(Page page, String name) {
    assertThat(page.locator("main h1")).hasText(name);
  }

  /** Pages open in the light on a desk and in the dark on a phone, and keep nobody out. */
  void openEverywhere(List<String> places) {
    for (String place : places) {
      opensWell(open(place), place);
      Page page =
          open(
              place,
              new Browser.NewContextOptions()
                  .setViewportSize(NARROW, 800)
                  .setColorScheme(ColorScheme.DARK));
      opensWell(page, place);
      assertThat((Integer) page.evaluate("document.documentElement.scrollWidth"))
          .as(place)
          .isLessThanOrEqualTo(NARROW);
    }
  }

  private static void opensWell(Page page, String place) {
    assertThat(page.locator("main h1")).isVisible();
    assertThat(page.locator("main .card, main table, main .state").first()).isVisible();
    assertThat(page.locator("main .spinner")).hasCount(0);
    assertThat(page.locator("main .failure")).hasCount(0);
    assertThat(browsing.barriers(page)).as(place).isEmpty();
  }

  /** The row of a table that holds a text. */
  static Locator row(Page page, String text) {
    return page.locator("tbody tr", new Page.LocatorOptions().setHasText(text));
  }

  /** The message that says this. */
  static Locator toast(Page page, String text) {
    return page.locator(".toast", new Page.LocatorOptions().setHasText(text));
  }

  static Locator dialog(Page page) {
    return page.getByRole(AriaRole.DIALOG);
  }

  static Locator button(Page page, String name) {
    return page.getByRole(
        AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
  }

  static Locator button(Locator within, String name) {
    return within.getByRole(
        AriaRole.BUTTON, new Locator.GetByRoleOptions().setName(name).setExact(true));
  }

  static Locator button(Locator within, Pattern name) {
    return within.getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName(name));
  }

  static String create(String job) throws Exception {
    return idIn(send("POST", "/api/v1/jobs", job));
  }

  /** The first id in an answer. */
  static String idIn(String answer) {
    Matcher id = Pattern.compile("\"id\":\"([^\"]+)\"").matcher(answer);
    assertThat(id.find()).as(answer).isTrue();
    return id.group(1);
  }

  static String send(String method, String path, String body) throws Exception {
    var answer =
        client.send(
            HttpRequest.newBuilder(URI.create(url + path))
                .method(method, BodyPublishers.ofString(body))
                .build(),
            BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(path + " " + answer.body()).isBetween(200, 299);
    return answer.body();
  }
}
