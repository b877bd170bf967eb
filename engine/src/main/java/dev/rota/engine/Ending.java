package dev.rota.engine;

import dev.rota.Report;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * An Ending is an execution that a report ended.
 *
 * @param retries how often the job had been tried before
 * @param again whether it failed and the job will be tried again
 * @param retryIn and how long from then
 * @param remote whether its worker is outside this process
 */
public record Ending(
    String queue,
    String kind,
    int retries,
    Report report,
    boolean again,
    @Nullable Duration retryIn,
    boolean remote) {}
