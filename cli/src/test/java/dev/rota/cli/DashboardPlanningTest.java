package dev.rota.cli;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What is planned, what became of it, and what is set, as the dashboard shows them. */
class DashboardPlanningTest extends BrowserTest {
  private static final List<String> PLACES =
      List.of(
          "/schedules",
          "/schedules/nightly",
          "/schedules/nightly/edit",
          "/new-schedule",
          "/windows",
          "/windows/frozen/edit",
          "/new-window",
          "/targets",
          "/targets/1",
          "/plans",
          "/sources",
          "/pages",
          "/operations",
          "/dead-letters",
          "/database",
          "/alerts",
          "/audit",
          "/tenants",
          "/tokens",
          "/configuration");

  @BeforeAll
  static void plan() throws Exception {
    send(
        "PUT",
        "/api/v1/schedules/nightly",
        "{\"job\": {\"kind\": \"rota.echo\"}, \"cron_expression\": \"30 2 * * *\", \"time_zone\": \"Europe/Amsterdam\"}");
    send("POST", "/api/v1/schedules/nightly/run", "");
    send(
        "PUT",
        "/api/v1/windows/frozen",
        "{\"starts_at\": \"2020-01-01T00:00:00Z\", \"ends_at\": \"2100-01-01T00:00:00Z\", \"queue\": \"frozen\"}");
    create("{\"kind\": \"rota.echo\", \"queue\": \"frozen\"}");
    send(
        "POST",
        "/api/v1/targets",
        "{\"kind\": \"city\", \"name\": \"Amsterdam\", \"approved\": false, \"metadata\": {\"canals\": 165}}");
    send(
        "PUT",
        "/api/v1/plans/weather",
        "{\"target_kind\": \"city\", \"kind\": \"rota.echo\", \"queue\": \"weather\", \"every\": \"1h\", \"stale_after_seconds\": 86400}");
    send("PUT", "/api/v1/tenants/acme", "{\"weight\": 5}");
  }

  @Test
  void every_page_opens_and_keeps_nobody_out() {
    openEverywhere(PLACES);
  }

  @Test
  void a_schedule_is_explained_while_it_is_typed_made_run_paused_changed_and_deleted() {
    Page page = open("/schedules");
    page.getByText("New schedule").click();
    page.locator("input[name=name]").fill("by-hand");
    page.locator("input[name=kind]").fill("rota.echo");
    page.locator("input[name=trigger]").fill("61 * * * *");
    assertThat(page.locator(".preview")).containsText("must be from 0 to 59");
    page.locator("input[name=trigger]").fill("30 2 * * MON-FRI");
    page.locator("input[name=time_zone]").fill("Europe/Berlin");
    assertThat(page.locator(".preview")).containsText("at 02:30 on weekdays, Europe/Berlin");
    assertThat(page.locator(".preview-times li")).hasCount(5);
    button(page, "Create schedule").click();
    heading(page, "by-hand");
    button(page, "Run now").click();
    assertThat(page.locator(".fates li")).hasCount(1);
    assertThat(page.locator(".fate-legend")).containsText("completed");
    button(page, "Pause").click();
    button(page.getByRole(AriaRole.DIALOG), "Pause schedule").click();
    assertThat(page.locator(".page-head")).containsText("paused");
    button(page, "Undo").click();
    assertThat(page.locator(".page-head")).containsText("active");
    page.locator(".page-head").getByText("Edit").click();
    page.locator("select[name=overlap]").selectOption("skip");
    button(page, "Save changes").click();
    assertThat(page.getByText("the next run is skipped")).isVisible();
    button(page, "Backfill…").click();
    page.locator("dialog input[name=from]").fill("2026-01-05T00:00");
    page.locator("dialog input[name=to]").fill("2026-01-08T00:00");
    button(page.getByRole(AriaRole.DIALOG), "Backfill").click();
    assertThat(page.locator(".fates li")).hasCount(4);
    button(page, "Delete…").click();
    button(page.getByRole(AriaRole.DIALOG), "Delete schedule").click();
    heading(page, "Schedules");
    assertThat(page.locator("main")).not().containsText("by-hand");
    // The browser itself reports that the server refused an expression.
    browsing.takeWrong();
  }

  @Test
  void the_next_times_tell_what_changes_of_the_clock_do_to_them() throws Exception {
    send(
        "PUT",
        "/api/v1/schedules/clocks",
        """
        {"job": {"kind": "rota.echo"}, "cron_expression": "30 2 29 3 *", "time_zone": "Europe/Amsterdam",
         "starts_at": "2037-01-01T00:00:00Z"}
        """);
    Page page = open("/schedules/clocks");
    assertThat(page.locator("tr", hasText("29 Mar 2037"))).containsText("moved out of the gap");
  }

  @Test
  void a_halted_schedule_says_why_and_its_job_is_retried() throws Exception {
    send(
        "PUT",
        "/api/v1/schedules/halting",
        "{\"job\": {\"kind\": \"rota.fail\", \"max_retries\": 0}, \"every\": \"1d\", \"on_failure\": \"halt\"}");
    send("POST", "/api/v1/schedules/halting/run", "");
    Page page = open("/schedules/halting");
    assertThat(page.locator(".page-head")).containsText("halted");
    assertThat(page.getByRole(AriaRole.ALERT)).containsText("failed for good");
    assertThat(page.locator(".fates")).containsText("failed");
    button(page, "Retry the job").click();
    assertThat(page.locator(".toast").first()).containsText("is tried again");
  }

  @Test
  void windows_tell_what_they_hold_and_what_they_would_do() {
    Page page = open("/windows");
    Locator row = page.locator("tr", hasText("frozen"));
    assertThat(row).containsText("closed");
    row.getByText("1 job").click();
    assertThat(page.getByRole(AriaRole.DIALOG)).containsText("rota.echo");
    page.keyboard().press("Escape");
    page.getByText("New window").click();
    page.locator("input[name=name]").fill("night");
    page.locator("input[name=queue]").fill("nobody");
    button(page, "What would it do?").click();
    assertThat(page.getByText("In the next 24 hours it would hold 0 jobs")).isVisible();
    button(page, "Create window").click();
    Locator night = page.locator("tr", hasText("night"));
    button(night, "Disable night").click();
    assertThat(night).containsText("disabled");
    button(page, "Undo").click();
    assertThat(night).not().containsText("disabled");
    button(night, "Delete night").click();
    button(page.getByRole(AriaRole.DIALOG), "Delete window").click();
    assertThat(night).hasCount(0);
  }

  @Test
  void targets_are_approved_and_plans_made() {
    Page page = open("/targets");
    Locator row = page.locator("tr", hasText("Amsterdam"));
    button(row, "Approve Amsterdam").click();
    assertThat(row).not().containsText("not approved");
    page.getByText("Plans", new Page.GetByTextOptions().setExact(true)).click();
    button(page, "New plan").click();
    Locator dialog = page.getByRole(AriaRole.DIALOG);
    dialog.locator("input[name=name]").fill("news");
    dialog.locator("input[name=target_kind]").fill("city");
    dialog.locator("input[name=kind]").fill("rota.echo");
    button(dialog, "Create plan").click();
    Locator plan = page.locator("tr", hasText("news"));
    assertThat(plan).containsText("every hour");
    button(plan, "Delete news").click();
    button(dialog, "Delete plan").click();
    assertThat(plan).hasCount(0);
  }

  @Test
  void crawled_pages_are_found_with_the_words_marked() {
    Page page = open("/pages");
    page.getByLabel("Search in titles and texts").fill("fence");
    assertThat(page).hasURL(Pattern.compile(".*q=fence"));
    assertThat(page.locator("mark").first())
        .hasText(Pattern.compile("fence.*", Pattern.CASE_INSENSITIVE));
    page.locator(".result h2 a").first().click();
    assertThat(page.locator(".page-text")).containsText("fence");
    assertThat(browsing.barriers(page)).isEmpty();
  }

  @Test
  void the_audit_is_live_and_filtered() throws Exception {
    Page page = open("/audit?type=queue.changed");
    assertThat(page.locator("main h1")).hasText("Audit");
    assertThat(page.locator(".connection")).hasText("Live");
    send("PUT", "/api/v1/queues/noticed", "{\"cluster_limit\": 3}");
    assertThat(page.locator("tbody tr", hasText("noticed"))).isVisible();
    page.locator("tbody tr", hasText("noticed")).getByText("queue:noticed").click();
    assertThat(page).hasURL(Pattern.compile(".*subject=queue.*noticed"));
    assertThat(page.locator("tbody tr")).hasCount(1);
  }

  @Test
  void failed_jobs_are_run_again_by_their_cause() throws Exception {
    create(
        "{\"kind\": \"rota.fail\", \"queue\": \"default\", \"max_retries\": 0, \"payload\": {}}");
    Page page = open("/dead-letters");
    Locator group = page.locator(".finding", hasText("as it was asked to")).first();
    assertThat(group).containsText("failed");
    group.getByRole(AriaRole.BUTTON).click();
    button(page.getByRole(AriaRole.DIALOG), "Run again").click();
    heading(page, "Operations");
    assertThat(page.locator("tbody tr").first()).containsText("retry");
    assertThat(page.locator("tbody tr").first()).containsText("completed");
    assertThat(browsing.barriers(page)).isEmpty();
  }

  @Test
  void files_of_old_jobs_are_listed_with_what_became_of_them() {
    Page page = open("/database");
    assertThat(page.getByText("Jobs are not archived")).isVisible();
    database.execute(
        """
        INSERT INTO rota.archive_file (day, part, name, jobs, executions, bytes, sha256, archived_at)
        SELECT '2026-01-01'::date + n, 1, 'jobs-' || n || '.ndjson.gz', 1200, 1350, 45678, repeat('0', 64), rota.clock()
        FROM generate_series(1, 21) n;
        INSERT INTO rota.archive_failure (since, at, node, error) VALUES (rota.clock(), rota.clock(), 'host-1', 'no space left')
        """);
    button(page, "Look again").click();
    assertThat(page.getByRole(AriaRole.ALERT)).containsText("host-1: no space left");
    assertThat(page.getByText("21 files with 25,200 jobs")).isVisible();
    assertThat(row(page, "jobs-21.ndjson.gz")).containsText("45.7 kB");
    assertThat(browsing.barriers(page)).isEmpty();
    button(page, "Next page").click();
    assertThat(row(page, "jobs-1.ndjson.gz")).isVisible();
    database.execute("DELETE FROM rota.archive_failure");
  }

  @Test
  void the_doctor_tells_what_it_saw() {
    Page page = open("/database");
    assertThat(page.locator("main .findings > li, main tbody tr").first()).isVisible();
    assertThat(page.locator("main [role=status]")).containsText("looked at");
  }

  @Test
  void tenants_weigh_and_tokens_are_shown_once() {
    Page page = open("/tenants");
    button(page, "Change the weight of acme").click();
    page.locator("dialog input[name=weight]").fill("9");
    button(page, "Save").click();
    assertThat(page.locator("tr", hasText("acme"))).containsText("9");
    page.getByText("Tokens", new Page.GetByTextOptions().setExact(true)).click();
    button(page, "New token").click();
    page.locator("dialog input[name=name]").fill("robot");
    button(page, "Make token").click();
    assertThat(page.getByText("It is shown once")).isVisible();
    button(page, "I have kept it").click();
    button(page, "Revoke robot").click();
    button(page.getByRole(AriaRole.DIALOG), "Revoke token").click();
    assertThat(page.locator("tr", hasText("robot"))).containsText("revoked");
  }

  @Test
  void a_viewer_sees_no_button_that_would_be_refused() throws Exception {
    try (Node guarded =
        new Node(settings(Map.of("ROTA_AUTH", "token", "ROTA_RUN_MODE", "api")), false)) {
      String made = send("POST", "/api/v1/tokens", "{\"name\": \"vera\", \"role\": \"viewer\"}");
      Matcher secret = Pattern.compile("\"secret\":\"([^\"]+)\"").matcher(made);
      assertThat(secret.find()).as(made).isTrue();
      Page page = open(address(guarded.start()), "/schedules", Browsing.wide());
      page.getByLabel("Token").fill(secret.group(1));
      button(page, "Log in").click();
      for (String place :
          List.of("/schedules", "/schedules/nightly", "/targets", "/plans", "/tenants", "/pages")) {
        page.navigate("/#" + place);
        assertThat(page.locator("main .card, main table").first()).isVisible();
        assertThat(page.locator("main .actions > *")).hasCount(0);
      }
      assertThat(page.getByText("Tokens", new Page.GetByTextOptions().setExact(true))).hasCount(0);
      page.context().close();
    }
  }

  private static Page.LocatorOptions hasText(String text) {
    return new Page.LocatorOptions().setHasText(text);
  }
}
