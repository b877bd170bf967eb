/** The server around the engine: settings, HTTP, health and metrics. */
@NullMarked
package dev.rota.server;

import org.jspecify.annotations.NullMarked;
