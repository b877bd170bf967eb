/**
 * The native API, {@code /api/v1}: it translates between JSON and the engine, and decides nothing.
 */
@NullMarked
package dev.rota.server.api;

import org.jspecify.annotations.NullMarked;
