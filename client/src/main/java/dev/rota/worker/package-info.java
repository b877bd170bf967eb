/**
 * The worker: takes leases from a source, runs handlers on virtual threads, reports what became of
 * them.
 */
@NullMarked
package dev.rota.worker;

import org.jspecify.annotations.NullMarked;
