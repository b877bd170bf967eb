package dev.rota.cli;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import dev.rota.engine.tokens.Role;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

/** The dashboard as people use it. */
class DashboardTest extends BrowserTest {
  @Test
  void every_page_opens_and_keeps_nobody_out() {
    Page page = open("/");
    heading(page, "Overview");
    Locator links = page.locator("nav[aria-label=Main] a");
    List<String> names = links.allInnerTexts();
    assertThat(names).contains("Overview", "Jobs", "Queues", "Workers");
    for (String name : names) {
      links.getByText(name, new Locator.GetByTextOptions().setExact(true)).click();
      assertThat(page.locator("nav[aria-label=Main] a[aria-current=page]")).hasText(name);
      assertThat(page.locator("main h1")).isVisible();
      assertThat(page.locator("main .spinner")).hasCount(0);
      assertThat(browsing.barriers(page)).as(name).isEmpty();
    }
  }

  @Test
  void what_the_demo_shows_is_there_in_the_dark_as_well() {
    Page page = open("/", Browsing.wide().setColorScheme(ColorScheme.DARK));
    heading(page, "Overview");
    assertThat(page.locator("html")).hasAttribute("data-theme", "dark");
    assertThat(page.getByText("demo-heartbeat").first()).isVisible();
    assertThat(page.locator("canvas")).hasCount(4);
    assertThat(browsing.barriers(page)).isEmpty();
    page.getByLabel("Theme: system. Change to light").click();
    assertThat(page.locator("html")).hasAttribute("data-theme", "light");
    page.reload();
    assertThat(page.locator("html")).hasAttribute("data-theme", "light");
  }

  @Test
  void the_failing_job_is_found_understood_and_retried() throws Exception {
    String job =
        create(
            "{\"kind\": \"rota.fail\", \"payload\": {\"why\": \"to be found\"}, \"max_retries\": 0}");
    Page page = open("/");
    heading(page, "Overview");
    page.locator("nav[aria-label=Main]").getByText("Jobs").click();
    page.getByLabel("States").getByText("failed").click();
    assertThat(page).hasURL(Pattern.compile(".*#/jobs[?]status=failed"));
    page.locator("a[href='#/jobs/" + job + "']").click();
    assertThat(page.getByText("Why did it fail?")).isVisible();
    assertThat(page.locator(".failed-card")).containsText("as it was asked to");
    page.locator(".failed-card summary").click();
    assertThat(page.locator(".failed-card pre")).containsText("BuiltInHandlers.fail");
    assertThat(browsing.barriers(page)).isEmpty();
    button(page, "Retry").click();
    assertThat(page.locator(".toast").first()).containsText("The job will run again");
    assertThat(page.locator(".time-line > li")).hasCount(2);
    assertThat(page.locator(".event-list")).containsText("retried");
  }

  @Test
  void a_queue_is_paused_after_a_question_and_the_toast_undoes_it() throws Exception {
    create("{\"kind\": \"rota.echo\", \"queue\": \"held-by-hand\"}");
    Page page = open("/queues");
    Locator row = page.locator("tr", new Page.LocatorOptions().setHasText("held-by-hand"));
    button(row, "Pause held-by-hand").click();
    Locator dialog = page.getByRole(AriaRole.DIALOG);
    assertThat(dialog).containsText("None of its jobs starts until it is resumed");
    assertThat(browsing.barriers(page)).isEmpty();
    button(dialog, "Keep as it is").click();
    assertThat(row).containsText("active");
    button(row, "Pause held-by-hand").click();
    button(dialog, "Pause queue").click();
    assertThat(row).containsText("paused");
    button(page, "Undo").click();
    assertThat(row).containsText("active");
  }

  @Test
  void limits_of_a_queue_are_edited_and_a_wrong_one_is_explained() throws Exception {
    create("{\"kind\": \"rota.echo\", \"queue\": \"limited\"}");
    Page page = open("/queues");
    button(page, "Edit the limits of limited").click();
    page.getByLabel("Starts within a period").fill("5");
    button(page, "Save").click();
    assertThat(page.getByRole(AriaRole.ALERT)).containsText("rate");
    page.getByLabel("The period, in seconds").fill("60");
    button(page, "Save").click();
    assertThat(page.locator("tr", new Page.LocatorOptions().setHasText("limited")))
        .containsText("5 in 1 m");
    // The browser itself reports that the server refused something.
    browsing.takeWrong();
  }

  @Test
  void why_a_job_is_not_running_is_told_with_what_mends_it() throws Exception {
    String job = create("{\"kind\": \"rota.echo\", \"queue\": \"stopped\"}");
    send("POST", "/api/v1/queues/stopped/pause", "");
    Page page = open("/jobs/" + job);
    Locator why = page.locator(".why");
    assertThat(why).containsText("Why is it not running?");
    assertThat(why.locator("li").first()).containsText("Queue stopped is paused");
    assertThat(why)
        .containsText("no live worker has asked for jobs of kind rota.echo", ignoringCase());
    assertThat(browsing.barriers(page)).isEmpty();
    button(why, "Resume queue").click();
    assertThat(why).not().containsText("is paused");
  }

  @Test
  void the_job_of_the_demo_that_waits_runs_when_its_queue_is_resumed() {
    Page page = open("/jobs?queue=demo-held");
    page.locator("tbody .job-link").click();
    Locator why = page.locator(".why");
    assertThat(why.locator("li")).hasCount(1);
    assertThat(why.locator("li")).containsText("Queue demo-held is paused");
    button(why, "Resume queue").click();
    assertThat(page.locator(".page-head")).containsText("completed");
  }

  private static LocatorAssertions.ContainsTextOptions ignoringCase() {
    return new LocatorAssertions.ContainsTextOptions().setIgnoreCase(true);
  }

  @Test
  void only_what_a_state_allows_can_be_done() throws Exception {
    String job = create("{\"kind\": \"rota.echo\", \"delay_seconds\": 3600, \"priority\": 7}");
    Page page = open("/jobs/" + job);
    Locator actions = page.locator(".page-head .actions button");
    assertThat(actions).hasText(new String[] {"Pause", "Priority…", "Cancel", "Delete"});
    button(page, "Priority…").click();
    page.getByRole(AriaRole.SPINBUTTON).fill("42");
    button(page, "Change").click();
    assertThat(page.locator(".facts")).containsText("42");
    button(page, "Pause").click();
    assertThat(actions).hasText(new String[] {"Resume", "Priority…", "Cancel", "Delete"});
    button(page, "Cancel").click();
    button(page.getByRole(AriaRole.DIALOG), "Cancel job").click();
    assertThat(actions).hasText(new String[] {"Retry", "Delete"});
    button(page, "Delete").click();
    button(page.getByRole(AriaRole.DIALOG), "Delete job").click();
    assertThat(page).hasURL(Pattern.compile(".*#/jobs$"));
  }

  @Test
  void what_is_being_deleted_is_not_asked_for_again() throws Exception {
    Page page = open("/jobs/" + create("{\"kind\": \"rota.echo\", \"delay_seconds\": 3600}"));
    button(page, "Delete").click();
    // While it is deleted, something happens that lets a page fetch anew.
    page.evaluate(
        """
        () => {
          const plain = window.fetch;
          window.asked = [];
          window.fetch = async (path, options) => {
            window.asked.push(path);
            if (options.method !== 'DELETE') return plain(path, options);
            window.asked = [];
            const answer = await plain(path, options);
            document.dispatchEvent(new Event('visibilitychange'));
            window.askedMeanwhile = [...window.asked];
            return answer;
          };
        }
        """);
    button(page.getByRole(AriaRole.DIALOG), "Delete job").click();
    assertThat(page).hasURL(Pattern.compile(".*#/jobs$"));
    assertThat(page.evaluate("window.askedMeanwhile")).isEqualTo(List.of());
  }

  @Test
  void what_happens_shows_without_a_click() throws Exception {
    Page page = open("/jobs?kind=rota.sleep&queue=default");
    heading(page, "Jobs");
    String job = create("{\"kind\": \"rota.sleep\", \"payload\": 4000, \"tags\": [\"live\"]}");
    Locator row =
        page.locator(
            "tr", new Page.LocatorOptions().setHas(page.locator("a[href='#/jobs/" + job + "']")));
    assertThat(row).isVisible();
    assertThat(row).containsText("completed");
    assertThat(page.locator(".connection")).hasText("Live");
  }

  @Test
  void a_phone_is_wide_enough() {
    Page page = open("/", new Browser.NewContextOptions().setViewportSize(NARROW, 800));
    for (String name : List.of("Overview", "Jobs", "Queues", "Workers")) {
      page.getByLabel("Menu").click();
      page.locator("nav[aria-label=Main]").getByText(name).click();
      heading(page, name);
      assertThat(page.locator("main .spinner")).hasCount(0);
      assertThat((Integer) page.evaluate("document.documentElement.scrollWidth"))
          .as(name)
          .isLessThanOrEqualTo(NARROW);
      assertThat(browsing.barriers(page)).as(name).isEmpty();
    }
  }

  @Test
  void a_viewer_logs_in_and_sees_no_button_that_would_be_refused() throws Exception {
    try (Node guarded =
        new Node(settings(Map.of("ROTA_AUTH", "token", "ROTA_RUN_MODE", "api")), false)) {
      String address = address(guarded.start());
      String secret = token(Role.VIEWER);
      Page page = open(address, "/queues", Browsing.wide());
      assertThat(page.getByText("This server asks who you are.")).isVisible();
      assertThat(browsing.barriers(page)).isEmpty();
      page.getByLabel("Token").fill("wrong");
      button(page, "Log in").click();
      assertThat(page.getByRole(AriaRole.ALERT)).containsText("does not know this token");
      page.getByLabel("Token").fill(secret);
      button(page, "Log in").click();
      heading(page, "Queues");
      assertThat(page.locator(".who")).containsText("viewer");
      assertThat(page.locator(".connection")).hasText("Live");
      assertThat(page.locator("tbody tr").first()).isVisible();
      assertThat(page.locator("main button")).hasCount(0);
      page.navigate("/#/jobs");
      heading(page, "Jobs");
      assertThat(page.locator("tbody tr").first()).isVisible();
      assertThat(page.locator("tbody input, .page-head button")).hasCount(0);
      button(page, "Log out").click();
      assertThat(page.getByLabel("Token")).isVisible();
      page.context().close();
    }
  }

  @Test
  void somebody_with_a_jwt_logs_in_and_out() throws Exception {
    String secret = "a secret that is longer than 32 bytes";
    Map<String, String> guard =
        Map.of("ROTA_AUTH", "jwt", "ROTA_JWT_SECRET", secret, "ROTA_RUN_MODE", "api");
    try (Node guarded = new Node(settings(guard), false)) {
      Page page = open(address(guarded.start()), "/queues", Browsing.wide());
      page.getByLabel("Token").fill(jwt(secret + "!"));
      button(page, "Log in").click();
      assertThat(page.getByRole(AriaRole.ALERT)).containsText("does not know this token");
      page.getByLabel("Token").fill(jwt(secret));
      page.getByLabel("Keep it in this browser").check();
      button(page, "Log in").click();
      heading(page, "Queues");
      assertThat(page.locator(".who")).containsText("ada");
      assertThat(page.locator(".who")).containsText("operator");
      assertThat(page.locator(".connection")).hasText("Live");
      page.reload();
      heading(page, "Queues");
      assertThat(page.locator("tbody button").first()).isVisible();
      button(page, "Log out").click();
      assertThat(page.getByLabel("Token")).isVisible();
      page.context().close();
    }
  }

  /** A JWT of the operator ada, signed with HS256. */
  private static String jwt(String secret) throws Exception {
    String said =
        base64("{\"alg\":\"HS256\"}".getBytes(UTF_8))
            + "."
            + base64(
                "{\"sub\":\"ada\",\"role\":\"operator\",\"exp\":%d}"
                    .formatted(Instant.now().plus(Duration.ofHours(1)).getEpochSecond())
                    .getBytes(UTF_8));
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(secret.getBytes(UTF_8), "HmacSHA256"));
    return said + "." + base64(mac.doFinal(said.getBytes(UTF_8)));
  }

  private static String base64(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  @Test
  void a_page_that_hears_nothing_says_so() throws Exception {
    Page page;
    try (Node other = new Node(settings(Map.of("ROTA_RUN_MODE", "api")), false)) {
      page = open(address(other.start()), "/queues", Browsing.wide());
      heading(page, "Queues");
      assertThat(page.locator(".connection")).hasText("Live");
    }
    assertThat(page.locator(".connection")).containsText("reconnecting");
    assertThat(page.getByText("The server does not answer")).isVisible();
    assertThat(page.locator("tbody tr").first()).isVisible();
    page.context().close();
    // The browser itself reports that the server had gone.
    browsing.takeWrong();
  }

  private static String token(Role role) throws Exception {
    String made =
        send(
            "POST",
            "/api/v1/tokens",
            "{\"name\": \"eve\", \"role\": \"%s\"}".formatted(role.word()));
    Matcher secret = Pattern.compile("\"(?:secret|token)\":\"([^\"]+)\"").matcher(made);
    assertThat(secret.find()).as(made).isTrue();
    return secret.group(1);
  }
}
