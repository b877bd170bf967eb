package dev.rota.engine;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A Queue is a named line of jobs with its settings, paused or not. */
public record Queue(
    String name, boolean paused, @Nullable Instant pausedAt, QueueSettings settings) {}
