package dev.rota.engine;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** RunStats are the numbers of those executions of a recurring job that are kept. */
public record RunStats(
    long executions, @Nullable Duration averageDuration, @Nullable Instant lastStartedAt) {}
