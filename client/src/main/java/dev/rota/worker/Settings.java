package dev.rota.worker;

import dev.rota.Outcome;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A Settings is what a worker was told by its builder.
 *
 * @param queues how many calls at a time, by queue, in the order they were named
 * @param targets by kind
 * @param any takes the jobs of all other kinds; null leaves them to other workers
 * @param retries what follows an exception, by its class
 */
record Settings(
    Map<String, Integer> queues,
    Map<String, Target> targets,
    @Nullable Target any,
    Map<Class<? extends Throwable>, Function<Throwable, Outcome.Retry>> retries,
    Pace pace,
    WorkerListener listener) {}
