package dev.rota;

import org.jspecify.annotations.Nullable;

/**
 * A Beat says that an execution is alive, and how far it has come.
 *
 * @param progress 0 to 100, or null if nothing new is to be said
 */
public record Beat(long job, long fence, @Nullable Integer progress, @Nullable String message) {}
