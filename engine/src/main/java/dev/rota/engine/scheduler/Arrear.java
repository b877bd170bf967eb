package dev.rota.engine.scheduler;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An Arrear is a run of planned times, from one instant to another, that share a fate and are too
 * many for the tick that decides it: their rows are written afterwards.
 *
 * @param from the first of these times, or an instant before it
 * @param to the last of them, or an instant after it
 */
public record Arrear(Instant from, Instant to, Fate fate, @Nullable String reason) {}
