package dev.rota.server.api;

import dev.rota.engine.Kin;
import dev.rota.server.http.Ids;
import org.jspecify.annotations.Nullable;

/** A KinView is a parent or a child of a job as callers see it. */
record KinView(
    String id,
    @Nullable String name,
    @Nullable String kind,
    @Nullable String queue,
    String status,
    String onParentFailure) {
  static KinView of(Kin kin) {
    return new KinView(
        (kin.batch() ? Ids.BATCH : Ids.JOB).show(kin.id()),
        kin.name(),
        kin.kind(),
        kin.queue(),
        kin.state(),
        kin.onFailure().word());
  }
}
