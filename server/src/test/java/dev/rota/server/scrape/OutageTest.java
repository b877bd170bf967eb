package dev.rota.server.scrape;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.testkit.Unreliable;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

class OutageTest extends ScrapeTest {
  private volatile boolean away;

  @Override
  protected DataSource dataSource() {
    return Unreliable.dataSource(super.dataSource(), () -> away);
  }

  @Test
  void a_database_that_is_away_is_told_as_documented_until_it_is_back() {
    String id = create();
    away = true;
    assertFailure(post(NEXT, ""), "Failed to claim next job", "Database transaction failed");
    assertFailure(get(NEXT), "Failed to get next job", "Queue system temporarily unavailable");
    assertFailure(get(JOBS + "/" + id), "Failed to get job", "Database transaction failed");
    assertFailure(
        update(id, "{\"status\": \"running\"}"),
        "Failed to update job",
        "Database transaction failed");
    assertFailure(get("/workers/status"), "Failed to get workers", "Database transaction failed");
    away = false;
    assertThat(claim("w").get("id").asString()).isEqualTo(id);
  }

  private static void assertFailure(Answer answer, String error, String details) {
    assertThat(answer.status()).isEqualTo(500);
    assertThat(answer.text())
        .isEqualTo(
            "{\"success\":false,\"error\":\"%s\",\"details\":\"%s\"}".formatted(error, details));
  }
}
