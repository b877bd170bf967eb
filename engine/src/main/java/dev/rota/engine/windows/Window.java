package dev.rota.engine.windows;

import java.time.Instant;

/** A Window is a window as it is kept. */
public record Window(long id, NewWindow rule, Instant createdAt, String createdBy) {
  public String name() {
    return rule.name();
  }
}
