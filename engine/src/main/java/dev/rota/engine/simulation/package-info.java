/** Simulations: what schedules, windows, limits and the time that jobs take will lead to. */
@NullMarked
package dev.rota.engine.simulation;

import org.jspecify.annotations.NullMarked;
