package dev.rota.server.api;

import dev.rota.InvalidInput;
import dev.rota.engine.scheduler.NewTarget;
import dev.rota.engine.scheduler.Target;
import dev.rota.server.http.Raw;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A TargetBody is a target as callers send it. What a change does not say stays.
 *
 * @param externalId what it is called by those who know it; its name if it is not said
 */
record TargetBody(
    @Nullable String kind,
    @Nullable String externalId,
    @Nullable String name,
    @Nullable String url,
    @Nullable Boolean active,
    @Nullable Boolean approved,
    @Nullable Raw metadata) {

  NewTarget target() {
    String id = externalId == null ? name : externalId;
    if (id == null) {
      throw new InvalidInput("name", "", "must be given");
    }
    return new NewTarget(
        kind == null ? "" : kind,
        id,
        name == null ? id : name,
        url,
        active == null || active,
        approved,
        metadata == null ? "{}" : metadata.json());
  }

  NewTarget changed(Target target) {
    refuse("kind", kind, target.kind());
    refuse("external_id", externalId, target.externalId());
    return new NewTarget(
        target.kind(),
        target.externalId(),
        name == null ? target.name() : name,
        url == null ? target.url() : url,
        active == null ? target.active() : active,
        approved == null ? Boolean.valueOf(target.approved()) : approved,
        metadata == null ? target.metadata() : metadata.json());
  }

  private static void refuse(String field, @Nullable String wanted, String there) {
    if (wanted != null && !Objects.equals(wanted, there)) {
      throw new InvalidInput(field, wanted, "cannot be changed, and is " + there);
    }
  }

  /** A View is a target as callers see it. */
  record View(
      long id,
      String kind,
      String externalId,
      String name,
      @Nullable String url,
      boolean active,
      boolean approved,
      Raw metadata,
      @Nullable String source,
      @Nullable Instant lastSuccessAt,
      Instant createdAt,
      Instant updatedAt) {
    static View of(Target target) {
      return new View(
          target.id(),
          target.kind(),
          target.externalId(),
          target.name(),
          target.url(),
          target.active(),
          target.approved(),
          new Raw(target.metadata()),
          target.source(),
          target.lastSuccessAt(),
          target.createdAt(),
          target.updatedAt());
    }
  }
}
