package dev.rota.engine;

import dev.rota.Job;
import dev.rota.engine.sql.Database;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A BulkPreview is what a change of many jobs would touch.
 *
 * @param matched how many jobs match, as far as that was counted
 * @param skipped how many of those counted would be skipped as they are now, by the reason
 * @param sample the newest of them
 */
public record BulkPreview(Count matched, Map<String, Integer> skipped, List<Job> sample) {
  private static final int SAMPLE = 10;

  /** Looks, and changes nothing. */
  public static BulkPreview of(
      Engine engine, BulkAction action, @Nullable JobFilter filter, Collection<Long> ids) {
    Database database = engine.database();
    JobSearch search = new JobSearch(database, engine.windows(), JobSearch.Bounds.STANDARD);
    JobSearch.Found found =
        filter == null
            ? new JobSearch.Found(ids.stream().sorted(Comparator.reverseOrder()).toList(), 0)
            : database.transact(connection -> search.found(connection, filter));
    int most = JobSearch.Bounds.STANDARD.most();
    List<Long> counted = found.jobs().stream().limit(most).toList();
    boolean more = found.edge() > 0 || found.jobs().size() > most;
    return new BulkPreview(
        new Count(counted.size(), more),
        database.transact(connection -> engine.manyJobs().wouldSkip(connection, action, counted)),
        counted.stream().limit(SAMPLE).map(engine.jobs()::get).flatMap(Optional::stream).toList());
  }
}
