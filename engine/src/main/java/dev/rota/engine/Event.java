package dev.rota.engine;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An Event is what happened and who did it.
 *
 * @param type what happened to what, as in {@code schedule.paused}
 * @param subject what it happened to, as in {@code schedule:report} or {@code job:17}
 * @param details a JSON object
 */
public record Event(
    long id,
    Instant at,
    String type,
    String actor,
    String subject,
    @Nullable Long job,
    @Nullable String queue,
    String details) {}
