package dev.rota.engine;

import java.util.Set;

/** A Route is one queue, kind and set of required capabilities; every job is on one. */
record Route(int id, String queue, String kind, Set<String> requires) {
  boolean isServedBy(Set<String> capabilities) {
    return capabilities.containsAll(requires);
  }
}
