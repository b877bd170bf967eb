package dev.rota.cli;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Who is told of what, and how that went, in the dashboard. */
class DashboardNotificationsTest extends BrowserTest {
  private static HttpServer receiver;
  private static String address;

  @BeforeAll
  static void receive() throws Exception {
    receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    receiver.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    receiver.start();
    address = "http://127.0.0.1:" + receiver.getAddress().getPort() + "/hook";
  }

  @AfterAll
  static void stopReceiving() {
    if (receiver != null) {
      receiver.stop(0);
    }
  }

  @Test
  void every_page_opens_and_keeps_nobody_out() throws Exception {
    send("PUT", "/api/v1/webhooks/opened", "{\"url\": \"%s\"}".formatted(address));
    String delivery = idIn(send("POST", "/api/v1/webhooks/opened/test", ""));
    openEverywhere(
        List.of("/webhooks", "/webhooks/opened", "/deliveries", "/deliveries/" + delivery));
  }

  @Test
  void a_webhook_is_made_tested_held_given_a_new_secret_and_deleted() {
    Page page = open("/webhooks");
    button(page, "New webhook").click();
    Locator url = dialog(page).getByLabel("Address");
    dialog(page).getByLabel("Name").fill("by-hand");
    url.fill("ftp://example.org");
    button(page, "Create webhook").click();
    assertThat(url).hasAttribute("aria-invalid", "true");
    assertThat(browsing.barriers(page)).isEmpty();
    url.fill(address);
    dialog(page).getByLabel("Only these queues").fill("mail, billing");
    button(page, "Create webhook").click();
    Locator secret = page.locator("main .trace");
    assertThat(secret).hasText(Pattern.compile("whsec_.+"));
    button(page, "I have kept it").click();
    assertThat(secret).hasCount(0);
    row(page, "by-hand").getByText("by-hand").click();
    heading(page, "by-hand");
    assertThat(page.getByLabel("Facts")).containsText("queues: billing, mail");
    button(page, "Test").click();
    Locator rows = page.locator("tbody tr");
    assertThat(rows.filter(new Locator.FilterOptions().setHasText("delivered"))).hasCount(1);
    button(rows.first(), Pattern.compile("Repeat .*")).click();
    assertThat(rows.filter(new Locator.FilterOptions().setHasText("delivered"))).hasCount(2);
    button(page, "Pause").click();
    assertThat(page.locator("main .notice")).containsText("Nothing new is delivered");
    button(toast(page, "by-hand is paused"), "Undo").click();
    assertThat(page.locator(".page-head")).containsText("active");
    button(page, "New secret…").click();
    button(page, "Make a new secret").click();
    assertThat(secret).hasText(Pattern.compile("whsec_.+"));
    button(page, "Delete…").click();
    button(page, "Delete webhook").click();
    heading(page, "Notifications");
    assertThat(row(page, "by-hand")).hasCount(0);
    // The browser itself reports that the server refused something.
    browsing.takeWrong();
  }

  @Test
  void the_log_says_what_was_sent_and_why_it_did_not_arrive() throws Exception {
    send(
        "PUT",
        "/api/v1/webhooks/nobody-there",
        "{\"url\": \"http://127.0.0.1:1/\", \"max_attempts\": 1, \"events\": [\"job.dead\"]}");
    String job = create("{\"kind\": \"rota.fail\", \"max_retries\": 0}");
    Page page = open("/deliveries?webhook=nobody-there");
    Locator row = row(page, "job.dead");
    assertThat(row).containsText("failed");
    row.getByRole(AriaRole.LINK, new Locator.GetByRoleOptions().setName("job.dead")).click();
    heading(page, "job.dead");
    assertThat(page.locator(".error-message")).isVisible();
    assertThat(page.getByLabel("What is sent")).containsText(job);
    button(page, "Repeat").click();
    assertThat(page.getByText("an earlier one")).isVisible();
  }
}
