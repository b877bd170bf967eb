package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.sql.Database;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Every filter gives what it says, page by page, however little a page looks at. */
final class ExecutionListTest extends EngineTest {

  @Test
  void pagesTogetherAreWhatTheFilterSays() {
    database.execute(
        """
        INSERT INTO rota.queue (name) VALUES ('q1'), ('q2');
        INSERT INTO rota.route (queue, kind) SELECT q, k FROM unnest(ARRAY['q1', 'q2']) q, unnest(ARRAY['a', 'b']) k;
        INSERT INTO rota.execution (id, job, started_at, finished_at, due_at, route, attempt, worker, retries, status)
          SELECT rota.next_id(), n, rota.clock(), rota.clock(), rota.clock(), r.id, 1, 1, 0,
            (ARRAY['completed', 'failed', 'cancelled'])[1 + n % 3]::rota.outcome
          FROM generate_series(1, 100) n JOIN rota.route r ON r.id % 4 = n % 4;
        INSERT INTO rota.run (job, fence, started_at, since, route, attempt, worker, lane, retries)
          SELECT 1000 + n, rota.next_id(), rota.clock(), rota.clock(), r.id, 1, 1, 1, 0
          FROM generate_series(1, 20) n JOIN rota.route r ON r.id % 4 = n % 4;
        """);
    for (@Nullable String status :
        Arrays.asList(null, "running", "completed", "failed", "cancelled")) {
      for (@Nullable String queue : Arrays.asList(null, "q1", "none")) {
        for (@Nullable String kind : Arrays.asList(null, "b")) {
          ExecutionFilter filter = new ExecutionFilter(status, queue, kind);
          String expected =
              "SELECT id FROM rota.executions WHERE "
                  + condition("status", status)
                  + " AND "
                  + condition("queue", queue)
                  + " AND "
                  + condition("kind", kind)
                  + " ORDER BY id DESC";
          for (int look : new int[] {10, 5_000}) {
            assertThat(pages(new ExecutionList(new Database(pool), look), filter))
                .as("%s, looking at %d", filter, look)
                .isEqualTo(texts(expected));
          }
        }
      }
    }
  }

  private static String condition(String column, @Nullable String value) {
    return value == null ? "true" : column + " = '" + value + "'";
  }

  private static List<String> pages(ExecutionList list, ExecutionFilter filter) {
    List<String> ids = new ArrayList<>();
    Long after = null;
    do {
      Page<NumberedExecution> page = list.page(filter, 7, after);
      assertThat(page.items()).hasSizeLessThanOrEqualTo(7);
      page.items().forEach(one -> ids.add(Long.toString(one.execution().id())));
      after = page.next();
    } while (after != null);
    return ids;
  }
}
