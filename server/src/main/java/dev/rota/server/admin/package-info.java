/**
 * A facade for those who administer a crawler, {@code /api/admin}: it translates between their
 * words and the engine's, and decides nothing. Its jobs are those of the queue and kind {@code
 * crawl}, each about a target of the kind {@code subreddit}.
 */
@NullMarked
package dev.rota.server.admin;

import org.jspecify.annotations.NullMarked;
