/**
 * The built-in crawl handler: it fetches the pages of a site politely and hands them to a store.
 *
 * <p>Read {@link dev.rota.crawler.Crawler} first, then {@code Crawl} (one job), {@code Visit} (one
 * page with its redirects), {@code Fetcher} (one request), {@code Courtesy} (whose turn it is).
 */
@NullMarked
package dev.rota.crawler;

import org.jspecify.annotations.NullMarked;
