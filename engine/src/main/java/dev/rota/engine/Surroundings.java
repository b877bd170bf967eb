package dev.rota.engine;

import dev.rota.engine.sql.Columns;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Surroundings are where one job is, and what stands around it. */
record Surroundings(
    Instant now,
    boolean queuePaused,
    @Nullable Integer clusterLimit,
    @Nullable Integer rate,
    @Nullable Integer slotsTaken,
    @Nullable String pausedBy,
    @Nullable String pauseReason,
    boolean held,
    @Nullable Long key,
    boolean parked,
    boolean holdsKey,
    @Nullable Integer lane,
    @Nullable Long seq,
    @Nullable Integer keyActive,
    @Nullable Integer keyCap,
    @Nullable String worker,
    @Nullable Instant startedAt,
    @Nullable Instant leaseUntil,
    @Nullable String endedBy) {

  static Surroundings read(ResultSet row) throws SQLException {
    return new Surroundings(
        Columns.instant(row, "now"),
        row.getBoolean("queue_paused"),
        Columns.nullableInt(row, "cluster_limit"),
        Columns.nullableInt(row, "rate_count"),
        Columns.nullableInt(row, "slots_taken"),
        row.getString("paused_by"),
        row.getString("pause_reason"),
        row.getBoolean("held"),
        Columns.nullableLong(row, "key"),
        row.getBoolean("parked"),
        row.getBoolean("holds_key"),
        Columns.nullableInt(row, "lane"),
        Columns.nullableLong(row, "seq"),
        Columns.nullableInt(row, "key_active"),
        Columns.nullableInt(row, "key_cap"),
        row.getString("worker"),
        Columns.nullableInstant(row, "started_at"),
        Columns.nullableInstant(row, "lease_until"),
        row.getString("ended_by"));
  }

  /** Whether it would have to wait for its key. */
  boolean lacksKey() {
    boolean full = keyActive != null && keyCap != null && keyActive >= keyCap;
    return key != null && !holdsKey && (parked || full);
  }

  boolean lacksSlot() {
    return clusterLimit != null && slotsTaken != null && slotsTaken >= clusterLimit;
  }
}
