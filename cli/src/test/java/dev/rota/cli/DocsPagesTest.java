package dev.rota.cli;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import org.junit.jupiter.api.Test;

/** The documentation and the page to try the API on, in a browser. */
class DocsPagesTest extends BrowserTest {
  @Test
  void the_api_is_tried_on_its_page() {
    Page page = visit("/docs/api");
    page.locator("[data-tag=queues]").click();
    Locator block =
        page.locator(
            ".opblock-get",
            new Page.LocatorOptions().setHas(page.locator("[data-path='/api/v1/queues']")));
    block.locator(".opblock-summary-control").click();
    Locator tryIt = button(block, "Try it out");
    if (tryIt.isVisible()) {
      tryIt.click();
    }
    button(block, "Execute").click();
    Locator answer = block.locator(".live-responses-table");
    assertThat(answer.locator("tbody .response-col_status")).containsText("200");
    assertThat(answer).containsText("\"last_minute\"");
  }

  @Test
  void the_guide_of_the_dashboard_shows_its_pictures() {
    Page page = visit("/docs/guides/dashboard");
    Locator pictures = page.locator("img");
    assertThat(pictures.first()).hasAttribute("alt", "The overview");
    for (Locator picture : pictures.all()) {
      picture.scrollIntoViewIfNeeded();
      assertThat(picture).hasJSProperty("complete", true);
      assertThat(picture).not().hasJSProperty("naturalWidth", 0);
    }
  }
}
