package dev.rota.engine.pages;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A StoredPage is a page as lists and searches show it.
 *
 * @param job the job that fetched it last
 * @param changedAt when it was last fetched with a content that was new
 * @param fetchedAt when it was last fetched
 * @param excerpt where the words of a search are, between two stars each; null without a search
 * @param rank how well it fits a search; null without one
 */
public record StoredPage(
    long id,
    String url,
    String host,
    long job,
    @Nullable String target,
    int status,
    String contentType,
    String title,
    int bytes,
    @Nullable String etag,
    @Nullable String lastModified,
    Instant createdAt,
    Instant changedAt,
    Instant fetchedAt,
    @Nullable String excerpt,
    @Nullable Double rank) {}
