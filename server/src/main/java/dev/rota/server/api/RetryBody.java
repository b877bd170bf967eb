package dev.rota.server.api;

import dev.rota.RetryPolicy;
import dev.rota.server.http.Seconds;
import org.jspecify.annotations.Nullable;

/** A RetryBody is a retry policy as the API has it; what is not said is Rota's default. */
record RetryBody(
    @Nullable Double baseSeconds,
    @Nullable Double factor,
    @Nullable Double capSeconds,
    @Nullable Double jitter) {

  RetryPolicy policy() {
    RetryPolicy standard = RetryPolicy.DEFAULT;
    return new RetryPolicy(
        baseSeconds == null ? standard.base() : Seconds.read("retry.base_seconds", baseSeconds),
        factor == null ? standard.factor() : factor,
        capSeconds == null ? standard.cap() : Seconds.read("retry.cap_seconds", capSeconds),
        jitter == null ? standard.jitter() : jitter);
  }

  static @Nullable RetryBody of(@Nullable RetryPolicy policy) {
    return policy == null
        ? null
        : new RetryBody(
            Seconds.show(policy.base()),
            policy.factor(),
            Seconds.show(policy.cap()),
            policy.jitter());
  }
}
