/**
 * Webhooks: who is told of what happens, what was told, and how notes of events become deliveries.
 */
@NullMarked
package dev.rota.engine.webhooks;

import org.jspecify.annotations.NullMarked;
