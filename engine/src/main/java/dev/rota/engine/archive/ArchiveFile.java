package dev.rota.engine.archive;

import java.time.Instant;
import java.time.LocalDate;

/**
 * An ArchiveFile is one file of the archive as the database knows it.
 *
 * @param day the day on which its jobs were made, in UTC
 * @param part 1, or more if jobs of that day went later than the others
 * @param sha256 of its lines, the last one not included
 */
public record ArchiveFile(
    LocalDate day,
    int part,
    String name,
    long jobs,
    long executions,
    long bytes,
    String sha256,
    Instant archivedAt) {}
