/** Spans of jobs, for programs that run with an OpenTelemetry SDK; without one nothing happens. */
@NullMarked
package dev.rota.server.tracing;

import org.jspecify.annotations.NullMarked;
