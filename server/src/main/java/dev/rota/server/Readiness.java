package dev.rota.server;

import java.util.Optional;

/** A Readiness tells why this node should get no requests now, or nothing if it should. */
@FunctionalInterface
public interface Readiness {

  Optional<String> obstacle();

  /** Ready when both are; the first obstacle is told. */
  default Readiness and(Readiness other) {
    return () -> obstacle().or(other::obstacle);
  }
}
