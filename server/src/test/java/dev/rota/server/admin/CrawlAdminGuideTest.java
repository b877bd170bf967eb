package dev.rota.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.server.CurlGuide;
import org.junit.jupiter.api.Test;

/** The lines of docs/guides/crawl-admin.md run as they stand, but for the port. */
class CrawlAdminGuideTest extends AdminTest {

  @Test
  void the_guide_does_what_it_says() throws Exception {
    assertThat(new CurlGuide("crawl-admin.md").run(server.port()))
        .containsExactly(
            "1\n",
            """
            ["queued",50,false]
            ["queued",50,true]
            {"total":1,"limit":100,"offset":0}
            {"queued":1,"running":0,"failed":0,"completed":0}\
            """,
            """
            50
            70
            "crawling"
            "failed"
            ["queued",0]
            """,
            """
            [1,false,"not-found"]
            {"updated":0,"failed":5}
            """,
            """
            ["hourly-worldnews","Daily crawl of AskReddit",10]
            false
            1
            204
            """);
  }
}
