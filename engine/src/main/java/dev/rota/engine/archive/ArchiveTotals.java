package dev.rota.engine.archive;

/** ArchiveTotals are what all files of the archive hold together. */
public record ArchiveTotals(long files, long jobs, long executions, long bytes) {}
