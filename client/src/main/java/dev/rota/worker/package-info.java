/**
 * The worker: takes leases from a source, runs handlers on virtual threads, reports what became of
 * them. The same code serves workers in the engine's process and workers over HTTP.
 *
 * <p>To read it in the order of a job's life: {@code Pump} exchanges reports for leases, {@code
 * Board} holds what waits and runs, {@code Call} calls a handler, {@code Execution} ends exactly
 * once. {@code Scout} waits for work, {@code Heart} renews leases and hears of cancellations,
 * {@code Watch} ends what takes too long; {@link dev.rota.worker.Worker} starts and drains them
 * all.
 */
@NullMarked
package dev.rota.worker;

import org.jspecify.annotations.NullMarked;
