package dev.rota.server.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.Lease;
import dev.rota.Outcome;
import dev.rota.Report;
import dev.rota.Usage;
import dev.rota.engine.Ending;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The lines that operators of the interval scheduler know. */
class JobLogTest {
  private static final String ID = "job_id=726f7461-0001-8000-8000-000000000005";
  private final List<String> lines = new ArrayList<>();
  private final Logger logger = Logger.getLogger(JobLog.class.getName());
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord line) {
          lines.add(line.getLevel() + " " + line.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  @BeforeEach
  void listen() {
    logger.addHandler(handler);
  }

  @AfterEach
  void stopListening() {
    logger.removeHandler(handler);
  }

  @Test
  void a_crawl_has_a_line_for_its_beginning_and_its_end() {
    JobLog log = new JobLog();
    log.claimed(lease("crawl"), Duration.ZERO);
    log.ended(
        ending(
            "crawl",
            new Outcome.Completed(null),
            new Usage(Duration.ofMillis(2500), Map.of("items_crawled", 25L), null, null, null),
            null));
    log.ended(
        ending(
            "crawl",
            new Outcome.Failed("E", "connection timeout", null, new Outcome.Retry.ByPolicy()),
            Usage.NONE,
            Duration.ofMinutes(2)));
    assertThat(lines)
        .containsExactly(
            "INFO Executing job  " + ID + " source_name=example.com retry_attempt=0",
            "INFO Job completed successfully  " + ID + " duration=2.5s items_crawled=25",
            "SEVERE Job execution failed  " + ID + " error=\"connection timeout\" retry_in=120s");
  }

  @Test
  void of_other_jobs_there_is_none() {
    JobLog log = new JobLog();
    log.claimed(lease("mail"), Duration.ZERO);
    log.ended(ending("mail", new Outcome.Completed(null), Usage.NONE, null));
    assertThat(lines).isEmpty();
  }

  private static Lease lease(String kind) {
    String payload = "{\"source_name\": \"example.com\"}";
    return new Lease(
        5, 6, kind, "q", payload, 1, 0, 3, 0, null, List.of(), "{}", null, Instant.EPOCH);
  }

  private static Ending ending(
      String kind, Outcome outcome, Usage usage, @Nullable Duration retryIn) {
    Report report = new Report(5, 6, outcome, usage);
    return new Ending("q", kind, 0, report, retryIn != null, retryIn, false);
  }
}
