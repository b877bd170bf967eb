/**
 * The queue on PostgreSQL. Reading order is a job's life: Jobs, DuePromoter, Leases, LeaseReaper,
 * JobPruner.
 */
@NullMarked
package dev.rota.engine;

import org.jspecify.annotations.NullMarked;
