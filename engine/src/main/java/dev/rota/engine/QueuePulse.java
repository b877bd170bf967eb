package dev.rota.engine;

/**
 * A QueuePulse is what nodes did to the jobs of one queue in a span of time: stored, started, and
 * ended for good or for bad, executions that are tried again among the failed ones.
 */
public record QueuePulse(
    String queue, long enqueued, long started, long completed, long failed, long cancelled) {}
