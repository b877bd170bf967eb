package dev.rota.cli;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Jobs that belong together, what they are made from, and whose they are, in the dashboard. */
class DashboardGroupsTest extends BrowserTest {
  private static final String BATCH =
      """
      {"name": "%s", "open": true, "jobs": [{"kind": "rota.echo", "payload": {"part": 1}},
        {"kind": "rota.fail", "max_retries": 0}, {"kind": "later", "queue": "later"}],
       "on_complete": {"kind": "rota.echo"}, "on_failure": {"kind": "rota.echo"}}
      """;
  private static final String TEMPLATE =
      """
      {"description": "Greets somebody", "kind": "rota.echo", "queue": "greetings",
       "payload": {"to": "{{to}}", "text": "Hello {{name}}", "copies": "{{copies}}"}, "parameters": {"copies": 1},
       "schema": {"type": "object", "properties": {"to": {"type": "string", "minLength": 3},
         "copies": {"type": "integer", "minimum": 1}}}}
      """;

  @Test
  void every_page_opens_and_keeps_nobody_out() throws Exception {
    String batch = idIn(send("POST", "/api/v1/batches", BATCH.formatted("opened")));
    send("PUT", "/api/v1/templates/opened", TEMPLATE);
    send("PUT", "/api/v1/tenants/opened/quota", "{\"jobs\": 5, \"period_seconds\": 60}");
    openEverywhere(
        List.of(
            "/batches",
            "/batches/" + batch,
            "/templates",
            "/templates/opened",
            "/tenants",
            "/jobs/" + graph().get(1)));
  }

  /** The ids of a job that never ends, of one that waits for it, and of two that wait for that. */
  private static List<String> graph() throws Exception {
    String made =
        send(
            "POST",
            "/api/v1/graphs",
            """
            {"jobs": [{"name": "fetch", "kind": "fetch", "queue": "nobody"},
              {"name": "parse", "kind": "parse", "queue": "nobody", "depends_on": ["fetch"], "on_parent_failure": "fail"},
              {"name": "store", "kind": "store", "queue": "nobody", "depends_on": ["parse"]},
              {"name": "mail", "kind": "mail", "queue": "nobody", "depends_on": ["parse"], "on_parent_failure": "run"}]}
            """);
    return Pattern.compile("\"id\":\"([^\"]+)\"")
        .matcher(made)
        .results()
        .map((MatchResult found) -> found.group(1))
        .toList();
  }

  @Test
  void a_graph_is_drawn_and_listed_with_what_a_job_waits_for() throws Exception {
    List<String> ids = graph();
    Page page = open("/jobs/" + ids.get(1));
    Locator graph = page.getByRole(AriaRole.REGION, new Page.GetByRoleOptions().setName("Graph"));
    assertThat(graph).containsText("1 of 1 parent has not ended yet: fetch");
    assertThat(graph).containsText("If one does not complete, this job fails");
    assertThat(graph.locator("svg a")).hasCount(3);
    assertThat(graph.locator("svg path")).hasCount(3);
    assertThat(graph.getByLabel("It waits for").locator("li")).hasText(Pattern.compile("fetch"));
    Locator children = graph.getByLabel("Wait for it").locator("li");
    assertThat(children).hasCount(2);
    assertThat(children.last()).containsText("runs all the same if this one does not complete");
    send("POST", "/api/v1/jobs/" + ids.get(0) + "/cancel", "");
    assertThat(graph).containsText("1 parent did not complete: fetch");
    assertThat(page.locator(".page-head")).containsText("failed");
    graph.getByLabel("It waited for").getByRole(AriaRole.LINK).click();
    assertThat(page).hasURL(Pattern.compile(".*" + ids.get(0)));
    assertThat(page.locator(".page-head")).containsText("cancelled");
  }

  @Test
  void a_batch_is_made_added_to_and_closed() {
    Page page = open("/batches");
    button(page, "New batch").click();
    dialog(page).getByLabel("Name").fill("by hand");
    dialog(page).getByLabel("Jobs").fill("[{\"kind\": ]");
    button(page, "Create batch").click();
    assertThat(page.getByRole(AriaRole.ALERT)).containsText("is no JSON");
    dialog(page).getByLabel("Jobs").fill("[{\"kind\": \"rota.echo\"}]");
    dialog(page).getByLabel("Keep it open").check();
    dialog(page).getByLabel("When all have ended, run").fill("{\"kind\": \"rota.echo\"}");
    button(page, "Create batch").click();
    heading(page, "by hand");
    assertThat(page.getByLabel("Progress").first()).containsText("1 of 1 ended");
    button(page, "Add jobs…").click();
    button(page, "Add them").click();
    assertThat(page.locator("tbody tr")).hasCount(3);
    assertThat(page.getByLabel("Progress").first()).containsText("3 of 3 ended");
    button(page, "Close…").click();
    button(page, "Close batch").click();
    assertThat(page.locator(".page-head")).containsText("completed");
    assertThat(page.locator(".page-head button")).hasCount(0);
    page.getByLabel("Facts").getByRole(AriaRole.LINK).click();
    assertThat(page.getByLabel(Pattern.compile("It wait.* for"))).containsText("batch by hand");
  }

  @Test
  void what_is_left_of_a_batch_is_cancelled() throws Exception {
    String batch = idIn(send("POST", "/api/v1/batches", BATCH.formatted("given up")));
    Page page = open("/batches?name=given up");
    row(page, "given up").getByRole(AriaRole.LINK).click();
    assertThat(page).hasURL(Pattern.compile(".*/batches/" + batch));
    assertThat(page.locator(".tiles")).containsText("more may come");
    assertThat(page.getByLabel("Progress").first()).containsText("2 of 3 ended");
    button(page, "Cancel its jobs…").click();
    assertThat(dialog(page)).containsText("1 job will be cancelled");
    button(page, "Cancel them").click();
    assertThat(page.getByLabel("Progress").first()).containsText("3 of 3 ended");
    assertThat(row(page, "later")).containsText("cancelled");
  }

  @Test
  void a_job_is_made_from_a_template_and_a_refusal_stands_at_its_field() throws Exception {
    send("PUT", "/api/v1/templates/greeting", TEMPLATE);
    Page page = open("/templates");
    page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("greeting").setExact(true))
        .click();
    page.getByLabel("to", new Page.GetByLabelOptions().setExact(true)).fill("Ada");
    button(page, "Create job").click();
    Locator name = page.getByLabel("name", new Page.GetByLabelOptions().setExact(true));
    assertThat(name).hasAttribute("aria-invalid", "true");
    assertThat(name).hasAccessibleDescription(Pattern.compile("must be given.*has no default"));
    name.fill("Ada");
    page.getByLabel("copies").fill("0");
    button(page, "Create job").click();
    assertThat(page.getByLabel("copies")).hasAttribute("aria-invalid", "true");
    assertThat(page.getByRole(AriaRole.ALERT)).containsText("must fit the schema");
    assertThat(browsing.barriers(page)).isEmpty();
    page.getByLabel("copies").fill("3");
    button(page, "Create job").click();
    assertThat(page).hasURL(Pattern.compile(".*/jobs/.*"));
    assertThat(page.getByLabel("Payload")).containsText("Hello Ada");
    assertThat(page.getByLabel("Payload")).containsText("\"copies\": 3");
    // The browser itself reports that the server refused something.
    browsing.takeWrong();
  }

  @Test
  void a_template_is_made_changed_and_deleted() {
    Page page = open("/templates");
    button(page, "New template").click();
    dialog(page).getByLabel("Name").fill("made-here");
    dialog(page)
        .getByLabel("What its jobs are like")
        .fill("{\"kind\": \"rota.echo\", \"queue\": \"one\"}");
    button(page, "Create template").click();
    row(page, "made-here").getByRole(AriaRole.LINK).click();
    button(page, "Edit…").click();
    dialog(page)
        .getByLabel("What its jobs are like")
        .fill("{\"kind\": \"rota.echo\", \"queue\": \"two\"}");
    button(page, "Save changes").click();
    assertThat(page.getByLabel("Facts")).containsText("two");
    button(page, "Delete…").click();
    button(page, "Delete template").click();
    heading(page, "Templates");
    assertThat(row(page, "made-here")).hasCount(0);
  }

  @Test
  void quotas_of_tenants_are_set_used_and_removed() throws Exception {
    Page page = open("/tenants");
    button(page, "New quota").click();
    dialog(page).getByLabel("Tenant").fill("globex");
    dialog(page).getByLabel("Jobs that may start").fill("1");
    button(page, "Save").click();
    Locator row = row(page, "globex");
    assertThat(row).containsText("1 in 1 h");
    assertThat(row).containsText("0 of 1");
    create("{\"kind\": \"rota.echo\", \"tenant\": \"globex\"}");
    assertThat(row).containsText("1 of 1: its next jobs wait");
    button(row, "Remove the quota of globex").click();
    assertThat(row).hasCount(0);
    button(toast(page, "globex starts as many jobs as it has"), "Undo").click();
    assertThat(row).containsText("1 in 1 h");
  }
}
