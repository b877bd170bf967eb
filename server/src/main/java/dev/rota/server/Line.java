package dev.rota.server;

import dev.rota.Lease;
import io.micrometer.core.instrument.Tags;

/** A Line is jobs of one kind on one queue: what metrics of jobs are told apart by. */
record Line(String queue, String kind) {

  static Line of(Lease lease) {
    return new Line(lease.queue(), lease.kind());
  }

  /** What tells the rules of alerts apart. */
  static Tags rule(String word) {
    return Tags.of("rule", word);
  }

  Tags tags() {
    return Tags.of("queue", queue, "kind", kind);
  }
}
