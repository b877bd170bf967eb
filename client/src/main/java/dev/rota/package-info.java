/**
 * The words of Rota: what jobs, leases and outcomes are, and the port between workers and queues.
 */
@NullMarked
package dev.rota;

import org.jspecify.annotations.NullMarked;
