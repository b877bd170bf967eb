/**
 * A facade for those who administer a crawler, {@code /api/admin}: it translates between their
 * words and the engine's, and decides nothing. Its jobs are those of the queue {@code crawl} and
 * the kind {@code crawl_subreddit}, each about a target of the kind {@code subreddit}.
 */
@NullMarked
package dev.rota.server.admin;

import org.jspecify.annotations.NullMarked;
