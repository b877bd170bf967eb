package dev.rota.cli;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Jobs are found, watched and changed, one or many, by mouse and by keyboard. */
class DashboardJobsTest extends BrowserTest {
  @Test
  void filters_stand_in_the_address() {
    Page page = open("/jobs");
    heading(page, "Jobs");
    page.getByLabel("Kind").fill("rota.echo");
    page.getByLabel("Kind").press("Enter");
    assertThat(page).hasURL(Pattern.compile(".*kind=rota.echo"));
    page.reload();
    assertThat(page.getByLabel("Kind")).hasValue("rota.echo");
    assertThat(page.locator("tbody tr").first()).containsText("rota.echo");
    page.navigate("/#/jobs?tag=nobody-has-this");
    assertThat(page.getByText("No job matches")).isVisible();
  }

  @Test
  void pages_follow_each_other() throws Exception {
    send(
        "POST",
        "/api/v1/jobs/bulk",
        "{\"kind\": \"many\", \"delay_seconds\": 9999, \"queue\": \"many\"}\n".repeat(60));
    Page page = open("/jobs?queue=many");
    assertThat(page.locator("tbody tr")).hasCount(50);
    button(page, "Next page").click();
    assertThat(page.locator("tbody tr")).hasCount(10);
    assertThat(page).hasURL(Pattern.compile(".*cursor=.*"));
    page.getByText("First page").click();
    assertThat(page.locator("tbody tr")).hasCount(50);
  }

  @Test
  void many_jobs_are_changed_at_once_with_a_preview_and_an_undo() throws Exception {
    send(
        "POST",
        "/api/v1/jobs/bulk",
        "{\"kind\": \"mass\", \"delay_seconds\": 9999, \"queue\": \"mass\"}\n".repeat(70));
    Page page = open("/jobs?queue=mass");
    page.getByLabel("Select all on this page").check();
    assertThat(page.getByLabel("Selected jobs")).containsText("50 selected");
    button(page, "Select all that match the filter").click();
    assertThat(browsing.barriers(page)).isEmpty();
    button(page.getByLabel("Selected jobs"), "Pause").click();
    Locator dialog = page.getByRole(AriaRole.DIALOG);
    assertThat(dialog).containsText("70 jobs will be held until somebody resumes them");
    button(dialog, "Pause them").click();
    assertThat(page.locator("tbody .badge").first()).hasText("paused");
    Locator operation = page.getByLabel("Bulk operations");
    assertThat(operation).containsText("70 done");
    button(operation, "Undo").click();
    assertThat(page.locator("tbody .badge").first()).hasText("scheduled");
  }

  @Test
  void the_keyboard_leads_everywhere() {
    Page page = open("/");
    heading(page, "Overview");
    page.keyboard().press("Tab");
    assertThat(page.getByText("Skip to the content")).isFocused();
    page.keyboard().press("g");
    page.keyboard().press("j");
    assertThat(page.getByLabel("Text in payload or error")).isVisible();
    page.keyboard().press("/");
    assertThat(page.getByLabel("Text in payload or error")).isFocused();
    page.keyboard().press("Tab");
    page.locator("main").focus();
    page.keyboard().press("?");
    assertThat(page.getByRole(AriaRole.DIALOG)).containsText("Keyboard shortcuts");
    page.keyboard().press("Escape");
    assertThat(page.getByRole(AriaRole.DIALOG)).hasCount(0);
  }

  @Test
  void jobs_are_found_by_target_time_and_text_and_the_address_brings_them_back() throws Exception {
    create(
        "{\"kind\": \"sought\", \"queue\": \"sought\", \"tags\": [\"target:42\"], \"payload\": {\"word\": \"marmalade\"}}");
    create(
        "{\"kind\": \"sought\", \"queue\": \"sought\", \"tags\": [\"target:42\"], \"payload\": {\"word\": \"honey\"}}");
    create("{\"kind\": \"sought\", \"queue\": \"sought\", \"payload\": {\"word\": \"marmalade\"}}");
    Page page = open("/jobs?queue=sought");
    Locator rows = page.locator("tbody tr");
    assertThat(rows).hasCount(3);
    page.getByLabel("Text in payload or error").fill("marmalade");
    assertThat(rows).hasCount(2);
    assertThat(page).hasURL(Pattern.compile(".*text=marmalade.*"));
    page.getByText("More", new Page.GetByTextOptions().setExact(true)).click();
    page.getByLabel("Target").fill("42");
    page.getByLabel("Target").press("Enter");
    assertThat(rows).hasCount(1);
    choice(page, "Created").selectOption("24");
    assertThat(page).hasURL(Pattern.compile(".*hours=24.*"));
    assertThat(rows).hasCount(1);
    choice(page, "Created").selectOption("");
    page.getByLabel("Created to").fill("2020-01-01T00:00");
    page.getByLabel("Created to").press("Enter");
    assertThat(page.getByText("No job matches")).isVisible();
    page.getByLabel("Created to").fill("");
    page.getByLabel("Created to").press("Enter");
    choice(page, "Created").selectOption("24");
    assertThat(rows).hasCount(1);
    assertThat(page).hasURL(Pattern.compile(".*hours=24.*"));
    Page other = open(page.url().substring(page.url().indexOf('#') + 1));
    assertThat(other.locator("tbody tr")).hasCount(1);
    assertThat(other.getByLabel("Text in payload or error")).hasValue("marmalade");
    assertThat(other.getByLabel("Target")).hasValue("42");
    assertThat(choice(other, "Queue")).hasValue("sought");
    assertThat(choice(other, "Created")).hasValue("24");
    other.getByText("Clear", new Page.GetByTextOptions().setExact(true)).click();
    assertThat(other).hasURL(Pattern.compile(".*#/jobs$"));
  }

  private static Locator choice(Page page, String name) {
    return page.getByRole(
        AriaRole.COMBOBOX, new Page.GetByRoleOptions().setName(name).setExact(true));
  }

  @Test
  void failed_jobs_are_retried_together_after_a_preview() throws Exception {
    send(
        "POST",
        "/api/v1/jobs/bulk",
        "{\"kind\": \"rota.fail\", \"max_retries\": 0, \"tags\": [\"again\"]}\n".repeat(7));
    Page page = open("/jobs?status=failed&tag=again");
    Locator rows = page.locator("tbody tr");
    assertThat(rows).hasCount(7);
    page.getByLabel("Select all on this page").check();
    button(page, "Select all that match the filter").click();
    assertThat(page.getByLabel("Selected jobs")).containsText("All that match: 7 jobs");
    button(page.getByLabel("Selected jobs"), "Retry").click();
    assertThat(dialog(page)).containsText("7 jobs will run again");
    assertThat(dialog(page).locator(".sample li")).hasCount(5);
    assertThat(browsing.barriers(page)).isEmpty();
    button(dialog(page), "Retry them").click();
    assertThat(toast(page, "The operation has begun").getByText("Undo")).hasCount(0);
    page.navigate("/#/jobs?tag=again");
    assertThat(rows.filter(new Locator.FilterOptions().setHasText("1/1"))).hasCount(0);
  }

  @Test
  void the_message_takes_back_what_was_done_to_many() throws Exception {
    send(
        "POST",
        "/api/v1/jobs/bulk",
        "{\"kind\": \"kept\", \"delay_seconds\": 9999, \"queue\": \"kept\"}\n".repeat(5));
    Page page = open("/jobs?queue=kept");
    page.getByLabel("Select all on this page").check();
    button(page.getByLabel("Selected jobs"), "Cancel").click();
    button(dialog(page), "Cancel them").click();
    Locator message = toast(page, "The operation has begun");
    message.hover();
    Locator badges = page.locator("tbody .badge");
    assertThat(badges)
        .hasText(new String[] {"cancelled", "cancelled", "cancelled", "cancelled", "cancelled"});
    button(message, "Undo").click();
    assertThat(badges)
        .hasText(new String[] {"scheduled", "scheduled", "scheduled", "scheduled", "scheduled"});
  }

  @Test
  void more_than_ten_thousand_are_shown_as_such() throws Exception {
    send(
        "POST",
        "/api/v1/jobs/bulk",
        "{\"kind\": \"crowd\", \"delay_seconds\": 99999, \"queue\": \"crowd\"}\n".repeat(10_001));
    Page page = open("/jobs?queue=crowd");
    page.getByLabel("Select all on this page").check();
    button(page, "Select all that match the filter").click();
    // Both count for as long as a page may take: on a slow machine not all ten thousand.
    assertThat(page.getByLabel("Selected jobs"))
        .containsText(Pattern.compile("All that match: [0-9,]+\\+ jobs"));
    button(page.getByLabel("Selected jobs"), "Cancel").click();
    assertThat(dialog(page))
        .containsText(Pattern.compile("More than [0-9,]+ jobs will be cancelled"));
    button(dialog(page), "Leave them").click();
    page.navigate("/#/queues");
    heading(page, "Queues");
    assertThat(row(page, "crowd")).containsText("10,000+");
  }

  @Test
  void how_far_a_running_job_is_shows_as_it_goes() throws Exception {
    String job = create("{\"kind\": \"steps\", \"queue\": \"steps\"}");
    Page page = open("/jobs/" + job);
    assertThat(page.locator(".why")).isVisible();
    String claimed =
        send(
            "POST",
            "/api/v1/workers/exchange",
            "{\"worker_id\": \"by-hand\", \"max\": 1, \"wait_seconds\": 30, \"wants\": [{\"queue\": \"steps\"}]}");
    Matcher lease = Pattern.compile("\"job_id\":\"[^\"]+\",\"fence\":\"[^\"]+\"").matcher(claimed);
    assertThat(lease.find()).as(claimed).isTrue();
    assertThat(page.getByText("It has told nothing of its progress yet")).isVisible();
    beat(lease.group(), 40);
    Locator bar = page.getByRole(AriaRole.PROGRESSBAR);
    assertThat(bar).hasJSProperty("value", 40);
    assertThat(page.locator(".running-card")).containsText("40 % step 40");
    beat(lease.group(), 80);
    assertThat(bar).hasJSProperty("value", 80);
    send(
        "POST",
        "/api/v1/workers/report",
        "{\"worker_id\": \"by-hand\", \"report\": {%s, \"outcome\": \"completed\", \"result\": {\"steps\": 2}}}"
            .formatted(lease.group()));
    assertThat(page.locator(".page-head")).containsText("completed");
    assertThat(page.getByLabel("Result")).containsText("\"steps\": 2");
  }

  private static void beat(String lease, int progress) throws Exception {
    send(
        "POST",
        "/api/v1/workers/heartbeat",
        "{\"worker_id\": \"by-hand\", \"jobs\": [{%s, \"progress\": %d, \"message\": \"step %d\"}]}"
            .formatted(lease, progress, progress));
  }

  @Test
  void a_failed_job_is_retried_and_a_dialog_left_without_a_mouse() throws Exception {
    String job = create("{\"kind\": \"rota.fail\", \"max_retries\": 0, \"tags\": [\"keys\"]}");
    Page page = open("/jobs?status=failed&tag=keys");
    Locator link = page.locator("a[href='#/jobs/" + job + "']");
    assertThat(link).isVisible();
    tabTo(page, link);
    page.keyboard().press("Enter");
    assertThat(page.getByText("Why did it fail?")).isVisible();
    assertThat(page.locator("main")).isFocused();
    page.keyboard().press("Tab");
    assertThat(button(page, "Retry")).isFocused();
    page.keyboard().press("Tab");
    assertThat(button(page, "Delete")).isFocused();
    page.keyboard().press("Enter");
    assertThat(dialog(page)).containsText("gone for good");
    page.keyboard().press("Escape");
    assertThat(dialog(page)).hasCount(0);
    assertThat(button(page, "Delete")).isFocused();
    page.keyboard().press("Shift+Tab");
    page.keyboard().press("Enter");
    assertThat(toast(page, "The job will run again")).isVisible();
  }

  /** Presses the key until something has the focus, as somebody would who does not give up. */
  private static void tabTo(Page page, Locator wanted) {
    page.locator("main").focus();
    for (int i = 0;
        i < 60 && !(Boolean) wanted.evaluate("it => it === document.activeElement");
        i++) {
      page.keyboard().press("Tab");
    }
    assertThat(wanted).isFocused();
  }
}
