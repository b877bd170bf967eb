package dev.rota.cli;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
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

  static void heading(Page page, String name) {
    assertThat(page.locator("main h1")).hasText(name);
  }

  static Locator button(Page page, String name) {
    return page.getByRole(
        AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
  }

  static Locator button(Locator within, String name) {
    return within.getByRole(
        AriaRole.BUTTON, new Locator.GetByRoleOptions().setName(name).setExact(true));
  }

  static String create(String job) throws Exception {
    Matcher id = Pattern.compile("\"id\":\"([^\"]+)\"").matcher(send("POST", "/api/v1/jobs", job));
    assertThat(id.find()).isTrue();
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
