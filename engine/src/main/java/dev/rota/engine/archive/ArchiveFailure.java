package dev.rota.engine.archive;

import java.time.Instant;

/**
 * An ArchiveFailure is why the archive does not get on.
 *
 * @param since when it began to fail
 * @param at when it failed last
 * @param node where
 */
public record ArchiveFailure(Instant since, Instant at, String node, String error) {}
