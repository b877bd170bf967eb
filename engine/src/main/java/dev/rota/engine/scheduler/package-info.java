/**
 * Schedules on top of the queue: their planned times and what becomes of each, targets, and plans
 * that keep a schedule for every target.
 */
@NullMarked
package dev.rota.engine.scheduler;

import org.jspecify.annotations.NullMarked;
