package dev.rota.worker;

import dev.rota.JobSource;

/** A Bench is what all executions of a worker work with. */
record Bench(
    JobSource source,
    Board board,
    Failures failures,
    Unconfirmed unconfirmed,
    Threads threads,
    Events events) {}
