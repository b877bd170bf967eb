package dev.rota.engine.scheduler;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A SourceState is a source of targets and what came of reading it.
 *
 * @param syncedAt when it was last read and used
 * @param targets how many targets it listed then
 * @param etag what an endpoint called that answer
 * @param error why the last reading changed nothing
 */
public record SourceState(
    TargetSource source,
    Instant nextSyncAt,
    @Nullable Instant syncedAt,
    @Nullable Integer targets,
    @Nullable String etag,
    @Nullable String error) {}
