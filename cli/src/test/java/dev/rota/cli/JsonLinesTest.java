package dev.rota.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class JsonLinesTest {

  @Test
  void a_line_is_an_object_with_what_it_says_by_key_and_value() {
    var logger = new LoggerContext().getLogger("dev.rota.server.log.JobLog");
    var event =
        new LoggingEvent(
            "here",
            logger,
            Level.ERROR,
            "Job execution failed  job_id=xxx error=\"connection \\\"timeout\\\"\" retry_in=120s",
            null,
            null);
    event.setInstant(Instant.parse("2026-01-31T00:00:00Z"));
    assertThat(new String(new JsonLines().encode(event), StandardCharsets.UTF_8))
        .isEqualTo(
            "{\"time\":\"2026-01-31T00:00:00Z\",\"level\":\"ERROR\",\"message\":\"Job execution failed\",\"source\":\"JobLog\","
                + "\"job_id\":\"xxx\",\"error\":\"connection \\\"timeout\\\"\",\"retry_in\":\"120s\"}\n");
  }
}
