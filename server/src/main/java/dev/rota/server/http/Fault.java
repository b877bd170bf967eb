package dev.rota.server.http;

import java.util.UUID;

/** A Fault is an unexpected error of the server, with an id by which the log tells of it. */
public record Fault(UUID id) {

  public static Fault random() {
    return new Fault(UUID.randomUUID());
  }

  /** What the caller is told: where to look, and nothing of what went on inside. */
  public String toCaller() {
    return "This is a fault of the server; its log says more under " + this;
  }

  @Override
  public String toString() {
    return "fault=" + id;
  }
}
