package dev.rota.server.interval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.server.CurlGuide;
import org.junit.jupiter.api.Test;

/** The lines of docs/guides/interval-jobs.md run as they stand, but for the port. */
class IntervalGuideTest extends IntervalTest {

  @Test
  void the_guide_does_what_it_says() throws Exception {
    assertThat(new CurlGuide("interval-jobs.md").run(server.port()))
        .containsExactly(
            """
            ["scheduled","crawl",30,"minutes",3,60]
            ["paused",true]
            ["scheduled",false]
            [5,120,30]
            cancelled
            ["pending",0]
            1
            """,
            """
            {"total":0,"limit":50,"offset":0}
            [0,0]
            true
            204
            """);
  }
}
