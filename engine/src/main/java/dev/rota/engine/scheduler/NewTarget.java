package dev.rota.engine.scheduler;

import dev.rota.Json;
import dev.rota.Rules;
import org.jspecify.annotations.Nullable;

/**
 * A NewTarget is a target as its caller or source wishes it.
 *
 * @param kind what sort of thing it is: a subreddit, a storage provider
 * @param externalId what it is called by those who know it, unique within its kind
 * @param name what people call it
 * @param approved null leaves a known target's approval as it is, and approves a new one
 * @param metadata a JSON object
 */
public record NewTarget(
    String kind,
    String externalId,
    String name,
    @Nullable String url,
    boolean active,
    @Nullable Boolean approved,
    String metadata) {
  /** With the name of its plan in front, it still is a name. */
  static final int ID_MAX = 140;

  private static final int URL_MAX = 2_000;

  public NewTarget {
    Rules.name("target_kind", kind);
    Rules.name("external_id", externalId);
    Rules.text("external_id", externalId, ID_MAX);
    Rules.name("name", name);
    if (url != null) {
      Rules.text("url", url, URL_MAX);
    }
    Json.checkObject("metadata", metadata);
  }

  /** An active, approved target that is called by its id. */
  public static NewTarget of(String kind, String externalId) {
    return new NewTarget(kind, externalId, externalId, null, true, null, "{}");
  }

  public NewTarget withName(String other) {
    return new NewTarget(kind, externalId, other, url, active, approved, metadata);
  }

  public NewTarget withUrl(@Nullable String other) {
    return new NewTarget(kind, externalId, name, other, active, approved, metadata);
  }

  public NewTarget withActive(boolean other) {
    return new NewTarget(kind, externalId, name, url, other, approved, metadata);
  }

  public NewTarget withApproved(@Nullable Boolean other) {
    return new NewTarget(kind, externalId, name, url, active, other, metadata);
  }

  public NewTarget withMetadata(String other) {
    return new NewTarget(kind, externalId, name, url, active, approved, other);
  }
}
