package dev.rota.engine;

import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A Holder is a worker as the leases know it.
 *
 * @param worker its id in the database
 * @param lease how long each of its executions may go without a renewal; null if they live as long
 *     as the worker's own lease
 */
public record Holder(int worker, String name, Set<String> capabilities, @Nullable Duration lease) {}
