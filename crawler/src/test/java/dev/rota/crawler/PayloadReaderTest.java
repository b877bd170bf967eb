package dev.rota.crawler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.InvalidInput;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What payloads mean, in the words of each API that makes crawl jobs. */
final class PayloadReaderTest {
  private final PayloadReader reader =
      new PayloadReader(
          (kind, id) ->
              Optional.of("https://www.reddit.com/r/" + id)
                  .filter(url -> kind.equals("subreddit") && id.equals("java")),
          1_000);

  @Test
  void options_have_the_defaults_of_the_documents() {
    CrawlRequest request = read("{'url': 'HTTPS://Example.com:443/a/../b?q=1#part'}");
    assertThat(request.start()).hasToString("https://example.com/b?q=1");
    assertThat(request.depth()).isEqualTo(3);
    assertThat(request.maxPages()).isEqualTo(100);
    assertThat(request.timeout()).isEqualTo(Duration.ofSeconds(30));
    assertThat(request.respectRobots()).isTrue();
    assertThat(request.includeSubdomains()).isFalse();
  }

  @Test
  void a_job_of_an_interval_is_understood() {
    CrawlRequest request =
        read(
            "{'url': 'https://example.com', 'source_id': 'news-site', 'source_name': 'example.com', 'metadata': {'category': 'news'}}");
    assertThat(request.target()).isEqualTo("news-site");
  }

  @Test
  void a_scrape_job_is_understood() {
    CrawlRequest request =
        read(
            "{'domain': 'example.com', 'job_type': 'domain_scrape', 'config': {'depth': 2, 'maxPages': 5, 'timeout': 1000, 'respectRobots': false, 'includeSubdomains': true}}");
    assertThat(request.start()).hasToString("https://example.com/");
    assertThat(request.otherwise()).hasToString("http://example.com/");
    assertThat(request.depth()).isEqualTo(2);
    assertThat(request.includeSubdomains()).isTrue();
    assertThat(request.target()).isEqualTo("example.com");
  }

  @Test
  void a_target_is_found_where_it_is_kept() {
    assertThat(read("{'subreddit': 'java'}").start()).hasToString("https://www.reddit.com/r/java");
    assertThat(read("{'target': {'kind': 'subreddit', 'external_id': 'java'}}").target())
        .isEqualTo("java");
    assertThat(read("{'target': {'name': 'Rota', 'url': 'https://example.com/'}}").start())
        .hasToString("https://example.com/");
    assertThatThrownBy(() -> read("{'subreddit_id': 42}"))
        .isInstanceOf(InvalidInput.class)
        .hasMessage("url \"42\": must be given, or a domain, or a target that has a url");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"url\": 5} | url \"5\": must be a text",
        "{\"url\": \"ftp://example.com/\"} | url \"ftp://example.com/\": must be an http or https address without a login, 2000 characters long at the most",
        "{\"url\": \"http://u:p@example.com/\"} | url \"http://u:p@example.com/\": must be an http or https address without a login, 2000 characters long at the most",
        "{\"domain\": \"a b\"} | domain \"a b\": must be a host name, as in example.com",
        "{\"domain\": \"a.b\", \"depth\": -1} | depth \"-1\": must be a whole number from 0 to 100",
        "{\"domain\": \"a.b\", \"maxPages\": 1001} | maxPages \"1001\": must be a whole number from 1 to 1000",
        "{\"domain\": \"a.b\", \"timeout\": 1.5} | timeout \"1.5\": must be a whole number from 100 to 600000",
        "{\"domain\": \"a.b\", \"respectRobots\": \"yes\"} | respectRobots \"\"yes\"\": must be true or false",
        "{\"domain\": \"a.b\", \"config\": []} | config \"[]\": must be a JSON object",
        "[] | payload \"[]\": must be a JSON object"
      })
  void what_is_wrong_is_named(String payload, String message) {
    assertThatThrownBy(() -> reader.read(1, payload))
        .isInstanceOf(InvalidInput.class)
        .hasMessage(message);
  }

  private CrawlRequest read(String payload) {
    return reader.read(1, payload.replace('\'', '"'));
  }
}
