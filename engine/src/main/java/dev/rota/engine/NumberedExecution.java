package dev.rota.engine;

import dev.rota.Execution;
import org.jspecify.annotations.Nullable;

/**
 * A NumberedExecution is an execution with the number by which people know it.
 *
 * @param number which run of the recurring job it belongs to; without one, its number within its
 *     job
 * @param recurring the recurring job that it is a run of
 */
public record NumberedExecution(Execution execution, long number, @Nullable Long recurring) {}
