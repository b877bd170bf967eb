package dev.rota.engine.scheduler;

import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
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
  private static final String TAG = "target:";

  /**
   * The tag that jobs about a target carry. It also is the unique key of those of which one shall
   * be live.
   */
  public String tag() {
    return tag(externalId);
  }

  static String tag(String externalId) {
    return TAG + externalId;
  }

  /** The external id of the target that a job with these tags is about. */
  public static Optional<String> of(Collection<String> tags) {
    return tags.stream()
        .filter(tag -> tag.startsWith(TAG))
        .map(tag -> tag.substring(TAG.length()))
        .findFirst();
  }
}
