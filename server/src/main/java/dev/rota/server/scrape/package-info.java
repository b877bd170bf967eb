/**
 * A facade for scrape workers, {@code /api/scrape-jobs} and {@code /workers/status}: it translates
 * between their words and the engine's, and decides nothing. Its jobs are those of the queue {@code
 * scrape}.
 */
@NullMarked
package dev.rota.server.scrape;

import org.jspecify.annotations.NullMarked;
