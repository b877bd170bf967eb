package dev.rota.engine.operations;

import dev.rota.JobState;
import dev.rota.engine.BulkAction;
import dev.rota.engine.BulkChange;
import dev.rota.engine.JobFilter;
import dev.rota.engine.Sieve;
import dev.rota.engine.sql.Call;
import dev.rota.engine.sql.Columns;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads and writes the rows of operations. */
final class OperationRows {
  private OperationRows() {}

  static Operation operation(ResultSet row) throws SQLException {
    Array ids = row.getArray("ids");
    Long undoOf = Columns.nullableLong(row, "undo_of");
    return new Operation(
        row.getLong("id"),
        new BulkChange(
            BulkAction.valueOf(row.getString("action").toUpperCase(Locale.ROOT)),
            Columns.nullableInt(row, "priority"),
            row.getString("queue")),
        Operation.Status.valueOf(row.getString("status").toUpperCase(Locale.ROOT)),
        ids == null && undoOf == null ? filter(row) : null,
        ids == null ? null : (Integer) ((Object[]) ids.getArray()).length,
        row.getLong("next_below"),
        row.getLong("matched"),
        row.getLong("done"),
        skipped(row),
        row.getInt("progress"),
        Columns.nullableLong(row, "expected"),
        row.getString("created_by"),
        Columns.instant(row, "created_at"),
        Columns.nullableInstant(row, "finished_at"),
        row.getString("cancelled_by"),
        Columns.nullableInstant(row, "undo_until"),
        undoOf,
        Columns.nullableLong(row, "undone_by"));
  }

  private static Map<String, Long> skipped(ResultSet row) throws SQLException {
    Map<String, Long> skipped = new TreeMap<>();
    if (row.getArray("reasons") != null) {
      String[] reasons = (String[]) row.getArray("reasons").getArray();
      Long[] jobs = (Long[]) row.getArray("skips").getArray();
      for (int i = 0; i < reasons.length; i++) {
        skipped.put(reasons[i], jobs[i]);
      }
    }
    return skipped;
  }

  private static JobFilter filter(ResultSet row) throws SQLException {
    return new JobFilter(
        states(row),
        row.getString("of_queue"),
        row.getString("of_kind"),
        row.getString("of_tag"),
        Columns.nullableLong(row, "of_schedule"),
        row.getBoolean("without_runs"),
        new Sieve(
            row.getString("of_target"),
            Columns.nullableInstant(row, "created_from"),
            Columns.nullableInstant(row, "created_to"),
            Columns.nullableInstant(row, "ended_from"),
            Columns.nullableInstant(row, "ended_to"),
            row.getString("of_text"),
            row.getString("of_fingerprint")));
  }

  private static Set<JobState> states(ResultSet row) throws SQLException {
    String text = row.getString("states");
    return text == null || text.equals("{}")
        ? Set.of()
        : Arrays.stream(text.substring(1, text.length() - 1).split(","))
            .map(word -> JobState.valueOf(word.toUpperCase(Locale.ROOT)))
            .collect(Collectors.toUnmodifiableSet());
  }

  static Call set(Call call, JobFilter filter) throws SQLException {
    Sieve sieve = filter.sieve();
    return call.set("states", filter.words())
        .set("of_queue", filter.queue())
        .set("of_kind", filter.kind())
        .set("of_tag", filter.tag())
        .set("of_schedule", filter.schedule())
        .set("without_runs", filter.withoutRuns())
        .set("of_target", sieve.target())
        .set("created_from", text(sieve.createdFrom()))
        .set("created_to", text(sieve.createdTo()))
        .set("ended_from", text(sieve.endedFrom()))
        .set("ended_to", text(sieve.endedTo()))
        .set("of_text", sieve.text())
        .set("of_fingerprint", sieve.fingerprint());
  }

  private static @Nullable String text(@Nullable Instant time) {
    return time == null ? null : time.toString();
  }
}
