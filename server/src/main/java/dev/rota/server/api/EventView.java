package dev.rota.server.api;

import dev.rota.engine.Event;
import dev.rota.server.http.Ids;
import dev.rota.server.http.Raw;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An EventView is what happened and who did it, as the API shows it. */
record EventView(
    long id,
    Instant at,
    String type,
    String actor,
    String subject,
    @Nullable String jobId,
    @Nullable String queue,
    Raw details) {

  static EventView of(Event event) {
    return new EventView(
        event.id(),
        event.at(),
        event.type(),
        event.actor(),
        event.subject(),
        Ids.JOB.showOrNull(event.job()),
        event.queue(),
        new Raw(event.details()));
  }
}
