package dev.rota.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ArchiveRoutesTest extends ApiTest {

  @Test
  void files_are_listed_by_day_with_what_they_hold_and_what_went_wrong() {
    Answer empty = get("/api/v1/archive");
    assertThat(empty.status()).isEqualTo(200);
    assertThat(empty.at("/enabled")).isEqualTo("false");
    assertThat(empty.json().get("files")).isEmpty();

    engine
        .database()
        .run(connection -> {
          try (var statement = connection.createStatement()) {
            statement.execute(
                """
                INSERT INTO rota.archive_file (day, part, name, jobs, executions, bytes, sha256, archived_at) VALUES
                  ('2026-10-01', 1, 'jobs-2026-10-01.ndjson.gz', 3, 4, 500, 'ab', rota.clock()),
                  ('2026-10-02', 1, 'jobs-2026-10-02.ndjson.gz', 1, 1, 100, 'cd', rota.clock()),
                  ('2026-10-01', 2, 'jobs-2026-10-01.2.ndjson.gz', 1, 0, 90, 'ef', rota.clock());
                INSERT INTO rota.archive_failure (since, at, node, error)
                  VALUES (rota.clock(), rota.clock(), 'node-1', 'No space left on device');
                """);
          }
        });
    Answer first = get("/api/v1/archive?limit=2");
    assertThat(first.at("/files/0/day")).isEqualTo("2026-10-02");
    assertThat(first.at("/files/1/name")).isEqualTo("jobs-2026-10-01.ndjson.gz");
    assertThat(first.at("/files/1/state")).isEqualTo("unknown");
    assertThat(first.at("/totals/jobs")).isEqualTo("5");
    assertThat(first.at("/totals/bytes")).isEqualTo("690");
    assertThat(first.at("/failure/node")).isEqualTo("node-1");
    Answer second = get("/api/v1/archive?limit=2&cursor=" + first.at("/next_cursor"));
    assertThat(second.at("/files/0/part")).isEqualTo("2");
    assertThat(second.json().get("next_cursor").isNull()).isTrue();
    assertThat(get("/api/v1/archive?limit=0").status()).isEqualTo(400);
  }
}
