package dev.rota.server.declared;

import dev.rota.RetryPolicy;
import dev.rota.engine.QueueSettings;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads the sections under {@code queues}. */
final class QueueSections {
  private static final List<String> KEYS =
      List.of(
          "node_limit",
          "cluster_limit",
          "rate",
          "rate_period",
          "max_retries",
          "retry",
          "timeout",
          "limits",
          "recovery_boost");
  private static final List<String> RETRY_KEYS = List.of("base", "factor", "cap", "jitter");

  private QueueSections() {}

  static QueueSettings read(Section section) {
    section.only(KEYS);
    return new QueueSettings(
        section.sum("node_limit"),
        section.integer("cluster_limit"),
        section.integer("rate"),
        section.duration("rate_period"),
        section.integer("max_retries"),
        section.has("retry") ? retry(section.section("retry")) : null,
        section.duration("timeout"),
        Objects.requireNonNullElse(section.integer("recovery_boost"), 0),
        LimitSections.read(section));
  }

  private static RetryPolicy retry(Section section) {
    section.only(RETRY_KEYS);
    RetryPolicy usual = RetryPolicy.DEFAULT;
    Duration base = section.read(s -> either(s.duration("base"), usual.base()));
    Duration cap = section.read(s -> either(s.duration("cap"), usual.cap()));
    double factor = section.read(s -> s.decimal("factor", usual.factor()));
    double jitter = section.read(s -> s.decimal("jitter", usual.jitter()));
    return new RetryPolicy(base, factor, cap, jitter);
  }

  private static Duration either(@Nullable Duration given, Duration otherwise) {
    return given == null ? otherwise : given;
  }
}
