package dev.rota.engine;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An EventFilter says which events are wanted; null means any. */
public record EventFilter(
    @Nullable String type,
    @Nullable String subject,
    @Nullable String actor,
    @Nullable Instant since) {
  public static final EventFilter ALL = new EventFilter(null, null, null, null);
}
