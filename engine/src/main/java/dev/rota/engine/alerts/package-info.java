/** Alerts: what somebody should look at, found by rules that the leading node checks on a timer. */
@NullMarked
package dev.rota.engine.alerts;

import org.jspecify.annotations.NullMarked;
