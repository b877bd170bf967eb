package dev.rota.server.declared;

import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Tells in which fields two records differ, and how. */
final class Differences {
  /** Fields whose names in files are others. */
  private static final Map<String, String> NAMES =
      Map.of(
          "per_node", "node_limit",
          "in_cluster", "cluster_limit",
          "target_kind", "targets",
          "catch_up.jitter", "jitter");

  private Differences() {}

  static List<String> between(Record before, Record after) {
    List<String> found = new ArrayList<>();
    collect("", before, after, found);
    return found;
  }

  private static void collect(String path, Record before, Record after, List<String> found) {
    for (RecordComponent component : after.getClass().getRecordComponents()) {
      String name = path + snake(component.getName());
      Object old = value(component, before);
      Object fresh = value(component, after);
      if (Objects.equals(old, fresh)) {
        continue;
      }
      if (old instanceof Record one && fresh instanceof Record other && sameType(one, other)) {
        collect(name + ".", one, other, found);
      } else {
        found.add(NAMES.getOrDefault(name, name) + " " + shown(old) + " → " + shown(fresh));
      }
    }
  }

  private static boolean sameType(Record one, Record other) {
    return one.getClass().equals(other.getClass())
        && one.getClass().getRecordComponents().length > 1;
  }

  private static @Nullable Object value(RecordComponent component, Record of) {
    try {
      return component.getAccessor().invoke(of);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot read " + component, e);
    }
  }

  private static String shown(@Nullable Object value) {
    return switch (value) {
      case null -> "unset";
      case Duration duration -> dev.rota.schedule.DurationText.of(duration);
      case dev.rota.schedule.Trigger trigger -> trigger.text();
      case Enum<?> word -> word.name().toLowerCase(Locale.ROOT);
      default -> value.toString();
    };
  }

  private static String snake(String name) {
    return name.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
  }
}
