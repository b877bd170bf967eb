package dev.rota.engine.windows;

import dev.rota.Rules;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A Scope is the work that a window is about: all of its parts must match, and null matches
 * everything.
 *
 * @param target the external id of a target, whose jobs carry the tag {@code target:<external id>}
 */
public record Scope(
    @Nullable String queue, @Nullable String kind, @Nullable String tag, @Nullable String target) {
  public static final Scope EVERYTHING = new Scope(null, null, null, null);

  private static final String TARGET = "target:";

  public Scope {
    optional("queue", queue);
    optional("kind", kind);
    optional("tag", tag);
    if (target != null) {
      Rules.name("target", target);
      Rules.text("target", target, Rules.NAME_MAX - TARGET.length());
    }
  }

  /** Whether it may match jobs of this queue and kind, those with the right tags. */
  boolean matches(String aQueue, String aKind) {
    return (queue == null || queue.equals(aQueue)) && (kind == null || kind.equals(aKind));
  }

  boolean matches(String aQueue, String aKind, Collection<String> tags) {
    return matches(aQueue, aKind) && tags.containsAll(tags());
  }

  /** Whether it picks among the jobs of a queue and kind. */
  boolean hasTags() {
    return tag != null || target != null;
  }

  /** The tags that a job must have. */
  List<String> tags() {
    List<String> tags = new ArrayList<>();
    if (tag != null) {
      tags.add(tag);
    }
    if (target != null) {
      tags.add(TARGET + target);
    }
    return tags;
  }

  private static void optional(String field, @Nullable String value) {
    if (value != null) {
      Rules.name(field, value);
    }
  }
}
