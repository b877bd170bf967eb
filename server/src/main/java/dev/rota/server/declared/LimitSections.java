package dev.rota.server.declared;

import dev.rota.Limits;
import java.util.List;

/** Reads the sections {@code limits} of queues and schedules. */
final class LimitSections {
  private static final List<String> KEYS = List.of("cpu", "memory_mb");

  private LimitSections() {}

  static Limits read(Section owner) {
    if (!owner.has("limits")) {
      return Limits.NONE;
    }
    Section section = owner.section("limits");
    section.only(KEYS);
    return new Limits(section.duration("cpu"), section.integer("memory_mb"));
  }
}
