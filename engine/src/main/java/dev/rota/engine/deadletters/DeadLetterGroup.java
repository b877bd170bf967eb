package dev.rota.engine.deadletters;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A DeadLetterGroup is the failed jobs that share a fingerprint.
 *
 * @param seen its place among the groups
 * @param error the message without the numbers, ids and addresses in it
 * @param frames the topmost frames, a line each; empty if there are none
 * @param jobs how many of its jobs are failed now, as far as that was counted
 * @param more whether there are more
 * @param failures how many jobs ever ended so
 * @param lastJob the job that was the last to fail so
 */
public record DeadLetterGroup(
    String fingerprint,
    long seen,
    @Nullable String errorType,
    String error,
    String frames,
    long jobs,
    boolean more,
    long failures,
    Instant firstSeen,
    Instant lastSeen,
    long lastJob) {}
