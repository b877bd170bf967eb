package dev.rota.engine.tokens;

import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A LiveToken is a token that is good now, as servers need to know it.
 *
 * @param left for how long it still is; null if until it is revoked
 */
public record LiveToken(
    String hash, String name, Role role, Set<String> queues, @Nullable Duration left) {}
