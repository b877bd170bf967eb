package dev.rota.engine.scheduler;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A Target is what jobs are about: a subreddit, a source, a domain, a storage provider.
 *
 * @param source the source that lists it; null if it was stored by hand
 * @param lastSuccessAt when a job about it last completed
 */
public record Target(
    long id,
    String kind,
    String externalId,
    String name,
    @Nullable String url,
    boolean active,
    boolean approved,
    String metadata,
    @Nullable String source,
    Instant createdAt,
    Instant updatedAt,
    @Nullable Instant lastSuccessAt) {
  /** The tag that jobs about a target carry. */
  public String tag() {
    return "target:" + externalId;
  }
}
